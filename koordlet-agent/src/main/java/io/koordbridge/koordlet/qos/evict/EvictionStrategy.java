package io.koordbridge.koordlet.qos.evict;

import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.evict.Pool;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Optional;
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

    @Override
    public Assessment initial() {
        return Assessment.NOTHING;
    }

    @Override
    public Step<Assessment> step(NodeSnapshot snapshot, Assessment memory) {
        Optional<ResourceThresholdStrategy> thresholds = snapshot.slo()
                .present()
                .flatMap(slo -> Optional.ofNullable(slo.effective().resourceUsedThresholdWithBE()));
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
                snapshot.evictionFacts());
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
