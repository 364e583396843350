package io.koordbridge.scheduler.page;

import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.scheduler.gang.plan.GangReport;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import java.util.List;
import java.util.Optional;

/** Makes the rows. */
public final class Overviews {

    private Overviews() {}

    /**
     * The rows of one moment.
     *
     * @param quotas empty when quotas are off
     */
    public static Overview of(
            Overview.Status status,
            Optional<QuotaLedger> quotas,
            List<GangReport> gangs,
            List<Reservation> reservations) {
        return new Overview(
                status,
                quotas.map(ledger -> QuotaRows.of(ledger.quotas(), ledger.states(), ledger.waiting()))
                        .orElse(List.of()),
                gangs.stream().map(GangRow::of).toList(),
                reservations.stream().map(ReservationRow::of).toList());
    }
}
