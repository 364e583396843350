package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import java.util.ArrayList;
import java.util.List;

/** Next cpuset of best-effort work; specification section 13.2, cpuset policy. */
@PureCore
public final class SuppressCpuset {

    private static final int FEWEST = 2;
    private static final double GROWTH_RATIO = 0.1;

    private SuppressCpuset() {}

    /**
     * As many CPUs as the allowance needs, growing by at most a tenth of the node.
     *
     * @param current CPUs of the tier now
     * @return empty when nothing can be chosen: leave everything as it is
     */
    public static CpuSet next(long allowanceMilliCpu, CpuSet current, CpuHolders holders) {
        List<Processor> sharedCandidates = new ArrayList<>();
        List<Processor> reservedCandidates = new ArrayList<>();
        for (Processor one : holders.processors()) {
            boolean taken = holders.reserved().contains(one.cpu())
                    || holders.systemExclusive().contains(one.cpu())
                    || holders.latencySensitiveExclusive().contains(one.cpu());
            if (!taken) {
                boolean ofReservedPod = holders.latencySensitiveReserved().contains(one.cpu());
                (ofReservedPod ? reservedCandidates : sharedCandidates).add(one);
            }
        }
        int candidates = sharedCandidates.size() + reservedCandidates.size();
        if (candidates == 0) {
            return CpuSet.EMPTY;
        }
        int need = Math.min(
                candidates,
                need(allowanceMilliCpu, current.size(), holders.processors().size()));
        int fromReserved = (int) ((long) need * reservedCandidates.size() / candidates);
        List<Integer> chosen = new ArrayList<>(CpuChoice.choose(reservedCandidates, fromReserved));
        chosen.addAll(CpuChoice.choose(sharedCandidates, need - fromReserved));
        return CpuSet.of(chosen);
    }

    private static int need(long allowanceMilliCpu, int current, int processors) {
        long wanted = Math.max(FEWEST, Rounding.ceilDiv(allowanceMilliCpu, 1000));
        int step = (int) Math.ceil(processors * GROWTH_RATIO);
        return (int) Math.min(wanted, (long) current + step);
    }

    /** Every CPU that best-effort work may use when it is not suppressed. */
    public static CpuSet unsuppressed(CpuHolders holders) {
        return holders.all()
                .minus(holders.systemExclusive())
                .minus(holders.reserved())
                .minus(holders.latencySensitiveExclusive());
    }
}
