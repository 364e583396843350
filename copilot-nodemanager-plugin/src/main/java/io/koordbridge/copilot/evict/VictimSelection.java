package io.koordbridge.copilot.evict;

import io.koordbridge.copilot.cgroup.ContainerUsage;
import io.koordbridge.copilot.node.ContainerFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which containers to give up for an amount of resources. Pure.
 *
 * <p>Protected applications only after everything else, application masters after tasks, opportunistic containers first, then the less
 * important by YARN's priority. What is on its way out already counts towards the demand; a container that frees nothing that is still short
 * is spared.
 *
 * <p>An eviction for memory is urgent: those that use more come first, so that few containers end. In one for CPU, and among those that are
 * signalled to leave, those that have written little to disks come first, because others would compute their shuffle files again. The newest are
 * first among equals.
 *
 * <p>An evicted container frees what it uses of memory (its size while the use is unknown) and its vcores of CPU; one that is signalled to leave
 * frees its size.
 */
public final class VictimSelection {
    private static final long MILLI_PER_VCORE = 1000;
    private static final int SMALL_SHIFT = 24;

    private static final Comparator<ContainerFacts> RANK = Comparator.comparing(ContainerFacts::guarded)
            .thenComparing(ContainerFacts::master)
            .thenComparing(container -> !container.opportunistic())
            .thenComparing(Comparator.comparingInt(ContainerFacts::priority).reversed());
    private static final Comparator<ContainerFacts> WRITTEN = Comparator.comparingInt(VictimSelection::writtenClass);
    private static final Comparator<ContainerFacts> MEMORY = Comparator.<ContainerFacts>comparingLong(
                    container -> freedBy(container).memoryBytes())
            .reversed();
    private static final Comparator<ContainerFacts> CPU = Comparator.<ContainerFacts>comparingLong(
                    container -> Math.max(0, container.usage().cpuMilli()))
            .reversed();
    private static final Comparator<ContainerFacts> AGE =
            Comparator.comparingLong(ContainerFacts::startMillis).reversed().thenComparing(ContainerFacts::id);

    private VictimSelection() {}

    /** Victims in the order in which to end them. */
    public static List<ContainerFacts> select(List<ContainerFacts> containers, Amount demand) {
        boolean memory = demand.memoryBytes() > 0;
        Comparator<ContainerFacts> order = memory
                ? RANK.thenComparing(MEMORY).thenComparing(WRITTEN)
                : RANK.thenComparing(WRITTEN).thenComparing(CPU);
        return new Choice(VictimSelection::freedBy, ContainerFacts::ending, container -> true, order.thenComparing(AGE))
                .of(containers, demand);
    }

    /**
     * Containers to signal that they should leave.
     *
     * @param able ids of those that can be signalled
     */
    public static List<ContainerFacts> leaving(List<ContainerFacts> containers, Amount demand, Set<String> able) {
        return new Choice(
                        VictimSelection::size,
                        container -> container.ending() || container.leavingSince() > 0,
                        container -> able.contains(container.id()),
                        RANK.thenComparing(WRITTEN).thenComparing(AGE))
                .of(containers, demand);
    }

    /**
     * Containers to end because they have not left in time.
     *
     * @param late ids of those that had to
     */
    public static List<ContainerFacts> late(List<ContainerFacts> containers, Amount demand, Set<String> late) {
        return new Choice(
                        VictimSelection::size,
                        ContainerFacts::ending,
                        container -> late.contains(container.id()),
                        RANK.thenComparing(WRITTEN).thenComparing(AGE))
                .of(containers, demand);
    }

    private static final class Choice {
        private final Function<ContainerFacts, Amount> gain;
        private final Predicate<ContainerFacts> leaves;
        private final Predicate<ContainerFacts> able;
        private final Comparator<ContainerFacts> order;

        private Choice(
                Function<ContainerFacts, Amount> gain,
                Predicate<ContainerFacts> leaves,
                Predicate<ContainerFacts> able,
                Comparator<ContainerFacts> order) {
            this.gain = gain;
            this.leaves = leaves;
            this.able = able;
            this.order = order;
        }

        private List<ContainerFacts> of(List<ContainerFacts> containers, Amount demand) {
            Amount leaving = Amount.ZERO;
            List<ContainerFacts> candidates = new ArrayList<>();
            for (ContainerFacts container : containers) {
                if (container.live() && leaves.test(container)) {
                    leaving = leaving.plus(gain.apply(container));
                } else if (container.live() && able.test(container)) {
                    candidates.add(container);
                }
            }
            candidates.sort(order);
            Amount freed = leaving;
            List<ContainerFacts> victims = new ArrayList<>();
            for (ContainerFacts candidate : candidates) {
                if (freed.covers(demand)) {
                    break;
                }
                Amount gained = gain.apply(candidate);
                if (helps(gained, freed, demand)) {
                    victims.add(candidate);
                    freed = freed.plus(gained);
                }
            }
            return freed.covers(demand) ? needed(victims, freed, demand) : victims;
        }

        /** A later, larger victim may have made an earlier one needless; the most valuable are spared first. */
        private List<ContainerFacts> needed(List<ContainerFacts> victims, Amount all, Amount demand) {
            Amount freed = all;
            List<ContainerFacts> needed = new ArrayList<>(victims);
            for (int i = victims.size() - 1; i >= 0; i--) {
                Amount gained = gain.apply(victims.get(i));
                Amount without =
                        new Amount(freed.cpuMilli() - gained.cpuMilli(), freed.memoryBytes() - gained.memoryBytes());
                if (without.covers(demand)) {
                    needed.remove(victims.get(i));
                    freed = without;
                }
            }
            return needed;
        }
    }

    private static Amount size(ContainerFacts container) {
        return new Amount(container.vcores() * MILLI_PER_VCORE, container.memoryBytes());
    }

    /** Doublings of 16 MiB: logs and small files are no difference. What cannot be seen may be anything. */
    private static int writtenClass(ContainerFacts container) {
        return container.written() < 0
                ? Integer.MAX_VALUE
                : Long.SIZE - Long.numberOfLeadingZeros(container.written() >> SMALL_SHIFT);
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
}
