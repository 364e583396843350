package io.koordbridge.koordlet.qos.ease;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Gives latency-sensitive pods the ease that their annotation asks for, while the node is busy. Its memory is how many have some. */
@PureCore
public final class EaseStrategy implements Strategy<Integer> {

    private static final Knob<Long> EASE =
            Knob.of(KnobShape.cgroup("memory", null, "memory.sample_ease", Long::valueOf));
    private static final OverrideKey<Long> ASKED =
            new OverrideKey<>("sample.example.org/ease", "a whole number", Long::valueOf);
    private static final Need<Long> HELD = Need.knob(EASE, Scope.pods(QosClass.LS));
    private static final Need<Double> BUSY = Need.mean(Metric.NODE_CPU, Duration.ofSeconds(10), Scope.NODE);

    @Override
    public String name() {
        return "sample-ease";
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(EASE);
    }

    @Override
    public Set<OverrideKey<?>> overrides() {
        return Set.of(ASKED);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return Set.of(HELD, BUSY);
    }

    @Override
    public Integer initial() {
        return 0;
    }

    @Override
    public Step<Integer> step(NodeSnapshot snapshot, Integer memory) {
        if (snapshot.readings().of(BUSY).filter(cores -> cores >= 1).isEmpty()) {
            return Step.nothing(0, "idle");
        }
        List<Intent> wanted = new ArrayList<>();
        for (PodInfo pod : snapshot.cluster().pods()) {
            if (snapshot.readings().of(HELD, pod).isPresent()) {
                String group = snapshot.paths().podDir(pod.kubeQos(), pod.uid());
                pod.overrides().get(ASKED).ifPresent(ease -> wanted.add(Intent.of(EASE, group, ease, name())));
            }
        }
        return new Step<>(wanted.size(), List.of(wanted), "eases", List.of());
    }

    @Override
    public Step<Integer> release(NodeSnapshot snapshot, Integer memory) {
        return Step.nothing(0, "released");
    }

    @Override
    public List<StrategyGauge<Integer>> gauges() {
        return List.of(new StrategyGauge<>(
                "koordlet_sample_eased_pods", List.of("kind", "ls"), (snapshot, memory) -> OptionalDouble.of(memory)));
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, Integer memory) {
        return Map.of("ease", Map.of("pods", memory));
    }

    @Override
    public List<String> preflight(Ground ground) {
        String pods = ground.tree().paths().qosDir(KubeQos.GUARANTEED);
        return ground.tree().supports(EASE, pods) ? List.of() : List.of("ease             none: no " + EASE);
    }
}
