package io.koordbridge.copilot.decommission;

import io.koordbridge.copilot.evict.Amount;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.NodeFacts;
import java.util.ArrayList;
import java.util.List;

/**
 * What containers have to give back by leaving, now. Pure.
 *
 * <p>Nothing before the ResourceManager has the smaller capacity: until then it fills each place again. Memory at once. CPU only in the last
 * two minutes, and only where the ResourceManager ends containers for their vcores: a shrink may be called off, a signal cannot. Opportunistic containers do not count: the ResourceManager places and ends guaranteed
 * ones by the capacity.
 */
final class Departures {
    static final long CPU_MILLIS = 120_000;
    private static final long MILLI_PER_VCORE = 1000;
    private static final int MEGABYTE_SHIFT = 20;

    private Departures() {}

    /** Those whose sizes the ResourceManager compares with the capacity. */
    static List<ContainerFacts> holders(List<ContainerFacts> containers) {
        List<ContainerFacts> holders = new ArrayList<>();
        for (ContainerFacts container : containers) {
            if (container.live() && !container.opportunistic()) {
                holders.add(container);
            }
        }
        return holders;
    }

    /**
     * What the holders have beyond the capacity, as far as it is due.
     *
     * @param capacity from the ResourceManager
     * @param leftMillis until the ResourceManager ends containers
     */
    static Amount due(List<ContainerFacts> containers, NodeFacts.Amount capacity, ShrinkOrder order, long leftMillis) {
        long vcores = 0;
        long megabytes = 0;
        for (ContainerFacts holder : holders(containers)) {
            vcores += holder.vcores();
            megabytes += holder.memoryMegabytes();
        }
        boolean memoryTold = capacity.megabytes() >= 0 && capacity.megabytes() <= order.megabytes();
        boolean cpuTold = order.countsVcores() && capacity.cpu() >= 0 && capacity.cpu() <= order.vcores();
        long lessMegabytes = memoryTold ? Math.max(0, megabytes - capacity.megabytes()) : 0;
        long lessVcores = cpuTold && leftMillis <= CPU_MILLIS ? Math.max(0, vcores - capacity.cpu()) : 0;
        return new Amount(lessVcores * MILLI_PER_VCORE, lessMegabytes << MEGABYTE_SHIFT);
    }
}
