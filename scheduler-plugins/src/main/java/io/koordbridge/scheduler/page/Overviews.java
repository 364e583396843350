package io.koordbridge.scheduler.page;

import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.scheduler.gang.plan.GangReport;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import java.util.List;

/** Makes the rows. */
public final class Overviews {

    private Overviews() {}

    /** What there is now. */
    public static Overview of(
            Overview.Status status, QuotaLedger ledger, List<GangReport> gangs, List<Reservation> reservations) {
        return new Overview(
                status,
                status.quotas() ? QuotaRows.of(ledger.quotas(), ledger.states(), ledger.waiting()) : List.of(),
                gangs.stream().map(GangRow::of).toList(),
                reservations.stream().map(ReservationRow::of).toList());
    }
}
