package io.koordbridge.yarnoperator.ledger;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.function.ToLongFunction;

/** Checks one node. */
@PureCore
public final class LedgerCheck {

    private static final String OFFERED = "pods are offered what YARN has";

    private LedgerCheck() {}

    /** One row for CPU, one for memory. */
    public static List<LedgerRow> rows(LedgerEntry entry) {
        return List.of(
                row(entry, ResourceNames.CPU, BatchAmount::milliCpu),
                row(entry, ResourceNames.MEMORY, BatchAmount::bytes));
    }

    private static LedgerRow row(LedgerEntry entry, String resource, ToLongFunction<BatchAmount> part) {
        long origin = part.applyAsLong(entry.origin());
        long pods = part.applyAsLong(entry.pods());
        long others = part.applyAsLong(entry.others());
        long yarn = part.applyAsLong(entry.yarn());
        long sum = pods + others + yarn;
        long promised = Math.max(sum - origin, 0);
        // What is offered to pods is as good as taken by them; an offer of nothing takes nothing.
        long published = part.applyAsLong(entry.published());
        long offered = published == 0 ? 0 : Math.max(published + others + yarn - origin, 0);
        long unreserved = Math.max(yarn - part.applyAsLong(entry.lease()), 0);
        long excess = Math.max(promised, Math.max(offered, unreserved));
        Finding finding = finding(entry, part, promised, offered, unreserved);
        return new LedgerRow(
                entry.node(), resource, origin, pods, others, yarn, sum, excess, finding.verdict(), finding.reason());
    }

    private record Finding(LedgerStatus verdict, String reason) {}

    private static Finding finding(
            LedgerEntry entry, ToLongFunction<BatchAmount> part, long promised, long offered, long unreserved) {
        if (!entry.known()) {
            return new Finding(LedgerStatus.NO_DATA, "what YARN holds is not known now");
        }
        if (promised == 0 && offered == 0 && unreserved == 0) {
            return new Finding(LedgerStatus.OK, "what is promised fits");
        }
        if (unreserved == 0 && part.applyAsLong(entry.yarn()) <= part.applyAsLong(entry.minimum())) {
            return new Finding(LedgerStatus.OK, "YARN is at its reserved minimum");
        }
        if (entry.grace().shrinkAnnounced()) {
            return new Finding(LedgerStatus.DRAINING, "a shrink is under way and within its grace");
        }
        if (promised > 0) {
            return new Finding(LedgerStatus.BROKEN, "more is promised than there is");
        }
        if (unreserved > 0) {
            return new Finding(LedgerStatus.BROKEN, "YARN schedules on more than is reserved for it");
        }
        LedgerStatus verdict = entry.grace().shareIsLate() ? LedgerStatus.BROKEN : LedgerStatus.DRAINING;
        return new Finding(verdict, OFFERED);
    }

    /** Whether pods are offered more than the reservation leaves, as they are until their share has followed it. */
    public static boolean shareFollows(List<LedgerRow> rows) {
        return rows.stream().anyMatch(row -> row.reason().equals(OFFERED));
    }
}
