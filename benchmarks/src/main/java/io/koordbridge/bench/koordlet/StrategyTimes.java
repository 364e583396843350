package io.koordbridge.bench.koordlet;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick.Cause;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** CPU that each strategy needs for its decisions, in one thread. */
final class StrategyTimes {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Map<String, Long> nanos = new TreeMap<>();

    /** The same strategy, measured. */
    <M> Strategy<M> of(Strategy<M> strategy) {
        return new Measured<>(strategy, this);
    }

    void clear() {
        nanos.clear();
    }

    /** By the names of the strategies, since the last {@link #clear}. */
    Map<String, Long> nanos() {
        return Map.copyOf(nanos);
    }

    private record Measured<M>(Strategy<M> strategy, StrategyTimes times) implements Strategy<M> {

        @Override
        public Step<M> step(NodeSnapshot snapshot, M memory) {
            long before = THREADS.getCurrentThreadCpuTime();
            Step<M> step = strategy.step(snapshot, memory);
            times.nanos.merge(strategy.name(), THREADS.getCurrentThreadCpuTime() - before, Long::sum);
            return step;
        }

        @Override
        public String name() {
            return strategy.name();
        }

        @Override
        public Set<Knob<?>> knobs() {
            return strategy.knobs();
        }

        @Override
        public Set<OverrideKey<?>> overrides() {
            return strategy.overrides();
        }

        @Override
        public Set<Need<?>> needs(SloInForce slo) {
            return strategy.needs(slo);
        }

        @Override
        public Predicate<PodInfo> looksAt(NodeSnapshot bare, M memory) {
            return strategy.looksAt(bare, memory);
        }

        @Override
        public M initial() {
            return strategy.initial();
        }

        @Override
        public boolean wakesFor(Cause cause) {
            return strategy.wakesFor(cause);
        }

        @Override
        public List<StrategyGauge<M>> gauges() {
            return strategy.gauges();
        }

        @Override
        public Map<String, Object> state(NodeSnapshot snapshot, M memory) {
            return strategy.state(snapshot, memory);
        }

        @Override
        public List<String> preflight(Ground ground) {
            return strategy.preflight(ground);
        }

        @Override
        public Step<M> release(NodeSnapshot snapshot, M memory) {
            return strategy.release(snapshot, memory);
        }
    }
}
