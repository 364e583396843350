package io.koordbridge.copilot.evict;

import io.koordbridge.copilot.cgroup.ContainerUsage;
import io.koordbridge.copilot.node.ContainerFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which containers to give up for an amount of resources. Pure.
 *
 * <p>Protected applications only after everything else, application masters after tasks, opportunistic containers first, then the less important by YARN's priority, then
 * those that use more of the short resource, then the newest. What is on its way out already counts towards the demand; a container that
 * frees nothing that is still short is spared.
 *
 * <p>A container frees what it uses of memory (its size while the use is unknown) and its vcores of CPU.
 */
public final class VictimSelection {
    private static final long MILLI_PER_VCORE = 1000;

    private VictimSelection() {}

    /** Victims in the order in which to end them. */
    public static List<ContainerFacts> select(List<ContainerFacts> containers, Amount demand) {
        Amount freed = Amount.ZERO;
        List<ContainerFacts> candidates = new ArrayList<>();
        for (ContainerFacts container : containers) {
            if (!container.live()) {
                continue;
            }
            if (container.ending()) {
                freed = freed.plus(freedBy(container));
            } else {
                candidates.add(container);
            }
        }
        candidates.sort(order(demand));
        List<ContainerFacts> victims = new ArrayList<>();
        for (ContainerFacts candidate : candidates) {
            if (freed.covers(demand)) {
                break;
            }
            Amount gain = freedBy(candidate);
            if (helps(gain, freed, demand)) {
                victims.add(candidate);
                freed = freed.plus(gain);
            }
        }
        return spareUnneeded(victims, containers, demand);
    }

    /** What its end gives back. */
    public static Amount freedBy(ContainerFacts container) {
        long used = container.usage().memoryBytes();
        long memoryBytes = used == ContainerUsage.UNKNOWN ? container.memoryBytes() : used;
        return new Amount(container.vcores() * MILLI_PER_VCORE, memoryBytes);
    }

    private static boolean helps(Amount gain, Amount freed, Amount demand) {
        return (freed.cpuMilli() < demand.cpuMilli() && gain.cpuMilli() > 0)
                || (freed.memoryBytes() < demand.memoryBytes() && gain.memoryBytes() > 0);
    }

    /** A later, larger victim may have made an earlier one needless; the most valuable are spared first. */
    private static List<ContainerFacts> spareUnneeded(
            List<ContainerFacts> victims, List<ContainerFacts> containers, Amount demand) {
        Amount freed = Amount.ZERO;
        for (ContainerFacts container : containers) {
            if (container.live() && (container.ending() || victims.contains(container))) {
                freed = freed.plus(freedBy(container));
            }
        }
        if (!freed.covers(demand)) {
            return victims;
        }
        List<ContainerFacts> needed = new ArrayList<>(victims);
        for (int i = victims.size() - 1; i >= 0; i--) {
            Amount gain = freedBy(victims.get(i));
            Amount without = new Amount(freed.cpuMilli() - gain.cpuMilli(), freed.memoryBytes() - gain.memoryBytes());
            if (without.covers(demand)) {
                needed.remove(victims.get(i));
                freed = without;
            }
        }
        return needed;
    }

    private static Comparator<ContainerFacts> order(Amount demand) {
        return Comparator.comparing(ContainerFacts::guarded)
                .thenComparing(ContainerFacts::master)
                .thenComparing(container -> !container.opportunistic())
                .thenComparing(Comparator.comparingInt(ContainerFacts::priority).reversed())
                .thenComparing(Comparator.<ContainerFacts>comparingLong(container -> used(container, demand))
                        .reversed())
                .thenComparing(
                        Comparator.comparingLong(ContainerFacts::startMillis).reversed())
                .thenComparing(ContainerFacts::id);
    }

    /** Memory is the harder one to get back, so it decides when both are short. */
    private static long used(ContainerFacts container, Amount demand) {
        return demand.memoryBytes() > 0
                ? freedBy(container).memoryBytes()
                : Math.max(0, container.usage().cpuMilli());
    }
}
