package io.koordbridge.koordlet.strategy;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Needs;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One capability that writes to control groups. It has no clock, no file and no client: what it knows is the snapshot and its memory.
 *
 * @param <M> its memory from tick to tick; immutable
 */
public interface Strategy<M> {

    /** For gates, metrics, the audit log and people: lower case with dashes. */
    String name();

    /** Knobs that it writes; two strategies with the same knob need a rule in {@link MergeRules}. */
    Set<Knob<?>> knobs();

    /** Annotations of pods that it reads: {@link io.koordbridge.koordlet.kubepods.PodInfo#overrides()} has their values. */
    default Set<OverrideKey<?>> overrides() {
        return Set.of();
    }

    /**
     * Readings that it finds in the snapshot of each tick at which it decides, while its gate is open. What it gives back it gives back
     * without them.
     */
    default Set<Need<?>> needs(SloInForce slo) {
        return Set.of();
    }

    /**
     * Pods whose readings it wants at a tick, of those in the scope of a need: files of the others are not read for it. Evaluated before
     * the readings are taken.
     *
     * @param bare the snapshot of the tick without readings
     */
    default Predicate<PodInfo> looksAt(NodeSnapshot bare, M memory) {
        return Needs.ALL;
    }

    /** Memory of a new process. */
    M initial();

    /** Whether it decides at ticks of a cause; all of them decide by the timer. */
    default boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER;
    }

    /** Decides. */
    Step<M> step(NodeSnapshot snapshot, M memory);

    /** What {@code /metrics} shows of it. */
    default List<StrategyGauge<M>> gauges() {
        return List.of();
    }

    /**
     * Parts of {@code GET /state}, by their names.
     *
     * @param snapshot of the last tick
     */
    default Map<String, Object> state(NodeSnapshot snapshot, M memory) {
        return Map.of();
    }

    /** Lines of {@code --preflight}: what it cannot do on a machine, and why. */
    default List<String> preflight(Ground ground) {
        return List.of();
    }

    /** Gives back what it took: it is switched off, or the process ends. Asked again until nothing is left to write. */
    Step<M> release(NodeSnapshot snapshot, M memory);
}
