package io.koordbridge.yarnoperator.ledger;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;

/** Checks one node. */
@PureCore
public final class LedgerCheck {

    private LedgerCheck() {}

    /** One row for CPU, one for memory. */
    public static List<LedgerRow> rows(LedgerEntry entry) {
        return List.of(
                row(
                        entry,
                        ResourceNames.CPU,
                        entry.origin().milliCpu(),
                        entry.pods().milliCpu(),
                        entry.others().milliCpu(),
                        new Yarn(entry.yarn().milliCpu(), entry.minimum().milliCpu())),
                row(
                        entry,
                        ResourceNames.MEMORY,
                        entry.origin().bytes(),
                        entry.pods().bytes(),
                        entry.others().bytes(),
                        new Yarn(entry.yarn().bytes(), entry.minimum().bytes())));
    }

    private record Yarn(long held, long minimum) {}

    private static LedgerRow row(LedgerEntry entry, String resource, long origin, long pods, long others, Yarn yarn) {
        long sum = pods + others + yarn.held();
        long excess = Math.max(sum - origin, 0);
        Verdict verdict;
        String reason;
        if (!entry.known()) {
            verdict = Verdict.NO_DATA;
            reason = "what YARN holds is not known now";
        } else if (excess == 0) {
            verdict = Verdict.OK;
            reason = "what is sold fits";
        } else if (yarn.held() <= yarn.minimum()) {
            verdict = Verdict.OK;
            reason = "YARN is at its reserved minimum";
        } else if (entry.shrinkAnnounced()) {
            verdict = Verdict.DRAINING;
            reason = "a shrink is under way and within its grace";
        } else {
            verdict = Verdict.BROKEN;
            reason = "more is sold than there is";
        }
        return new LedgerRow(entry.node(), resource, origin, pods, others, yarn.held(), sum, excess, verdict, reason);
    }
}
