package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Decides who has to go while memory, or CPU, is short. It writes no control group. */
@PureCore
public final class EvictionStrategy implements Strategy<Assessment> {

    private final Pool pool;
    private final Set<Gate> features;

    private EvictionStrategy(Pool pool, Set<Gate> features) {
        this.pool = pool;
        this.features = Set.copyOf(features);
    }

    /** For memory, by the features that are on. */
    public static EvictionStrategy memory(Set<Gate> features) {
        return new EvictionStrategy(Pool.MEMORY, features);
    }

    /** For CPU, by the features that are on. */
    public static EvictionStrategy cpu(Set<Gate> features) {
        return new EvictionStrategy(Pool.CPU, features);
    }

    @Override
    public String name() {
        return pool.wireName() + "-evict";
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of();
    }

    /** The mean CPU of the node, over the window of the NodeSLO. */
    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        if (!features.contains(Gate.CPU_EVICT)) {
            return Set.of();
        }
        return thresholds(slo)
                .filter(thresholds -> Boolean.TRUE.equals(thresholds.enable()))
                .<Set<Need<?>>>map(thresholds -> Set.of(meanCores(thresholds)))
                .orElse(Set.of());
    }

    private static Need<Double> meanCores(ResourceThresholdStrategy thresholds) {
        Long seconds = thresholds.cpuEvictTimeWindowSeconds();
        return Need.mean(Metric.NODE_CPU, seconds == null ? Duration.ZERO : Duration.ofSeconds(seconds), Scope.NODE);
    }

    private static OptionalDouble nodeCores(NodeSnapshot snapshot, ResourceThresholdStrategy thresholds) {
        Optional<Double> mean = snapshot.readings().of(meanCores(thresholds));
        return mean.isPresent() ? OptionalDouble.of(mean.get()) : OptionalDouble.empty();
    }

    private static Optional<ResourceThresholdStrategy> thresholds(SloInForce slo) {
        return slo.present().flatMap(one -> Optional.ofNullable(one.effective().resourceUsedThresholdWithBE()));
    }

    @Override
    public Assessment initial() {
        return Assessment.NOTHING;
    }

    @Override
    public Step<Assessment> step(NodeSnapshot snapshot, Assessment memory) {
        Optional<ResourceThresholdStrategy> thresholds = thresholds(snapshot.slo());
        if (thresholds.isEmpty() || snapshot.cluster().node().isEmpty()) {
            return Step.nothing(Assessment.NOTHING, thresholds.isEmpty() ? "no-node-slo" : "no-node");
        }
        if (!Boolean.TRUE.equals(thresholds.get().enable())) {
            return Step.nothing(Assessment.NOTHING, "disabled");
        }
        Scene scene = new Scene(
                thresholds.get(),
                snapshot.cluster().node().get(),
                snapshot.cluster().pods(),
                snapshot.evictionFacts(),
                nodeCores(snapshot, thresholds.get()));
        Assessment found = pool == Pool.MEMORY ? MemoryRules.assess(features, scene) : CpuRules.assess(features, scene);
        List<EvictionOrder> orders = found.tasks().isEmpty()
                ? List.of()
                : List.of(new EvictionOrder(pool, snapshot.tick().at(), found.tasks(), scene.leaving()));
        return new Step<>(found, List.of(), reason(found), problems(found), orders);
    }

    private static String reason(Assessment found) {
        if (!found.tasks().isEmpty()) {
            return "evicts";
        }
        return found.refused().isEmpty() ? "enough" : "bad-settings";
    }

    private static List<String> problems(Assessment found) {
        return found.refused().entrySet().stream()
                .map(one -> "NodeSLO: " + one.getValue() + "; " + one.getKey().wireName() + " does not evict")
                .toList();
    }

    /** Nothing to give back. */
    @Override
    public Step<Assessment> release(NodeSnapshot snapshot, Assessment memory) {
        return Step.nothing(Assessment.NOTHING, "released");
    }
}
