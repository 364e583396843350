package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.koordlet.evict.Victim;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.kubepods.EvictionTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.yarn.YarnWork;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Who may be evicted, in the order of their turns. */
@PureCore
final class Candidates {

    private Candidates() {}

    /** What is lost with a victim beside its own work. */
    private enum Loss {
        NOTHING,
        /** An application master: its application starts anew. */
        APPLICATION,
        /** A NodeManager: all its containers. */
        ALL_CONTAINERS,
        /** Time: its DaemonSet makes it anew at once. */
        TIME
    }

    /**
     * A pod or a container of the best-effort tier.
     *
     * @param weight the larger goes first among equals; 0 when unknown
     */
    private record BestEffort(
            Victim victim, Loss loss, OptionalInt priority, boolean opportunistic, int importance, double weight) {}

    /** As {@link #bestEffort} without those of which nothing runs: they use nothing. */
    static List<Victim> running(
            Scene scene, Gate feature, ToDoubleFunction<PodInfo> podWeight, ToDoubleFunction<YarnWork> yarnWeight) {
        Set<Victim> idle = new HashSet<>();
        scene.pods().stream().filter(pod -> pod.eviction().nothingRuns()).forEach(pod -> idle.add(victim(pod)));
        scene.facts().yarn().stream()
                .filter(one -> one.stage() == YarnWork.Stage.WAITS)
                .forEach(one -> idle.add(Victim.container(one.id())));
        return bestEffort(scene, feature, podWeight, yarnWeight).stream()
                .filter(victim -> !idle.contains(victim))
                .toList();
    }

    /**
     * Best-effort pods, and YARN containers in the same list: by what is lost with them, then by priority, then those that YARN runs beyond
     * its size and those that are less important to YARN, then by weight.
     */
    static List<Victim> bestEffort(
            Scene scene, Gate feature, ToDoubleFunction<PodInfo> podWeight, ToDoubleFunction<YarnWork> yarnWeight) {
        List<BestEffort> found = new ArrayList<>();
        scene.pods().stream()
                .filter(pod -> pod.labelQos() == QosClass.BE && pod.eviction().allows(feature.wireName()))
                .map(pod -> new BestEffort(
                        victim(pod), loss(pod), pod.eviction().ranks().spec(), false, 0, podWeight.applyAsDouble(pod)))
                .forEach(found::add);
        scene.facts().yarn().stream()
                .map(one -> new BestEffort(
                        Victim.container(one.id()),
                        one.master() ? Loss.APPLICATION : Loss.NOTHING,
                        OptionalInt.of(PriorityClass.BATCH.defaultValue()),
                        one.opportunistic(),
                        one.importance(),
                        yarnWeight.applyAsDouble(one)))
                .forEach(found::add);
        return sorted(found, Candidates::compare).stream()
                .map(BestEffort::victim)
                .toList();
    }

    private static Loss loss(PodInfo pod) {
        if (pod.eviction().nodeManager()) {
            return Loss.ALL_CONTAINERS;
        }
        return pod.eviction().comesBack() ? Loss.TIME : Loss.NOTHING;
    }

    private static int compare(BestEffort one, BestEffort other) {
        int byLoss = one.loss().compareTo(other.loss());
        if (byLoss != 0) {
            return byLoss;
        }
        boolean ranked = one.priority().isPresent() && other.priority().isPresent();
        int byPriority = ranked
                ? Integer.compare(one.priority().getAsInt(), other.priority().getAsInt())
                : 0;
        if (byPriority != 0) {
            return byPriority;
        }
        return Comparator.comparing(BestEffort::opportunistic)
                .thenComparing(BestEffort::importance)
                .thenComparing(BestEffort::weight)
                .thenComparing(best -> best.weight() == 0 ? best.victim().name() : "")
                .compare(other, one);
    }

    /**
     * Pods that agreed to go, up to a priority.
     *
     * @param usage newest sample by uid; a pod without one is no candidate
     */
    static List<Victim> byPriority(
            Scene scene, Gate feature, int highest, Map<String, Double> usage, ToDoubleFunction<PodInfo> weight) {
        List<PodInfo> found = scene.pods().stream()
                .filter(pod -> pod.eviction().active() && pod.eviction().enabled())
                .filter(pod -> pod.eviction().ranks().priority() <= highest)
                .filter(pod -> pod.eviction().allows(feature.wireName()) && usage.containsKey(pod.uid()))
                .toList();
        Comparator<PodInfo> byLoss = Comparator.comparing(pod -> pod.eviction().comesBack());
        Comparator<PodInfo> byRank = byLoss.thenComparing(
                pod -> pod.eviction().ranks(),
                Comparator.comparing(EvictionTraits.Ranks::eviction)
                        .thenComparing(EvictionTraits.Ranks::priority)
                        .thenComparing(EvictionTraits.Ranks::sub));
        return sorted(
                        found,
                        byRank.thenComparing(Comparator.comparingDouble(weight).reversed()))
                .stream()
                .map(Candidates::victim)
                .toList();
    }

    static Victim victim(PodInfo pod) {
        return Victim.pod(pod.uid(), pod.namespace(), pod.name());
    }

    /** By insertion: where a pod has no priority the order is not transitive, which the JDK's sort refuses. */
    private static <T> List<T> sorted(List<T> items, Comparator<T> order) {
        List<T> sorted = new ArrayList<>();
        for (T item : items) {
            int place = sorted.size();
            while (place > 0 && order.compare(item, sorted.get(place - 1)) < 0) {
                place--;
            }
            sorted.add(place, item);
        }
        return sorted;
    }
}
