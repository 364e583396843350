package io.koordbridge.koordlet.qos.normalization;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.kubepods.NormalizationRatio;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;

/** Quotas of pods on shared CPUs by the ratio of the node; specification section 14.6. */
@PureCore
public final class NormalizationStrategy implements Strategy<NormalizationMemory> {

    public static final String NAME = "cpu-normalization";

    private static final String GIVES_BACK = Undo.RENEWED + NAME;
    private static final QuotaPart.Normalized PLAIN = new QuotaPart.Normalized(1);
    private static final String PREFLIGHT = "normalization    ";

    private final boolean on;

    /**
     * A strategy.
     *
     * @param on whether its gate is open, for people
     */
    public NormalizationStrategy(boolean on) {
        this.on = on;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPU_CFS_QUOTA);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return NormalizedQuotas.needs();
    }

    /** None without a ratio, unless there is something to give back. */
    @Override
    public Predicate<PodInfo> looksAt(NodeSnapshot bare, NormalizationMemory memory) {
        double ratio = NormalizationRatio.next(bare.cluster().node(), memory.ratio(), problem -> {});
        boolean looks = ratio > 0 || memory.givesBack();
        return pod -> looks;
    }

    @Override
    public NormalizationMemory initial() {
        return NormalizationMemory.NONE;
    }

    @Override
    public Step<NormalizationMemory> step(NodeSnapshot snapshot, NormalizationMemory memory) {
        List<String> problems = new ArrayList<>();
        double ratio = NormalizationRatio.next(snapshot.cluster().node(), memory.ratio(), problems::add);
        if (ratio > 0) {
            List<QuotaPart> parts = NormalizedQuotas.of(snapshot, new QuotaPart.Normalized(ratio), NAME);
            return step(NormalizationMemory.on(ratio, parts), "normalizes", problems, parts);
        }
        if (memory.givesBack()) {
            List<QuotaPart> parts = NormalizedQuotas.of(snapshot, PLAIN, GIVES_BACK);
            return step(memory.off(parts), "gives-back", problems, parts);
        }
        return step(memory, "no-ratio", problems, List.of());
    }

    private static Step<NormalizationMemory> step(
            NormalizationMemory memory, String reason, List<String> problems, List<QuotaPart> parts) {
        return new Step<>(memory, List.of(), reason, problems, List.of(), parts);
    }

    /** Quotas by the limits of now: they may have changed since the first write, which the record of changes does not know. */
    @Override
    public Step<NormalizationMemory> release(NodeSnapshot snapshot, NormalizationMemory memory) {
        if (!memory.isReleased()) {
            return Step.nothing(NormalizationMemory.NONE, "released");
        }
        List<QuotaPart> parts = memory.parts().stream()
                .map(part -> new QuotaPart(part.group(), part.baseMicros(), part.currentMicros(), PLAIN, GIVES_BACK))
                .toList();
        return step(memory.off(memory.parts()), "released", List.of(), parts);
    }

    @Override
    public List<StrategyGauge<NormalizationMemory>> gauges() {
        return List.of(new StrategyGauge<>(
                "koord_koordlet_cpu_normalization_ratio",
                List.of(),
                (snapshot, memory) -> memory.isOn() ? OptionalDouble.of(memory.ratio()) : OptionalDouble.empty()));
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, NormalizationMemory memory) {
        return memory.isOn()
                ? Map.of(
                        "cpuNormalization",
                        Map.of("ratio", memory.ratio(), "groups", memory.parts().size()))
                : Map.of();
    }

    @Override
    public List<String> preflight(Ground ground) {
        if (!on) {
            return List.of(PREFLIGHT + "off: gate CPUNormalization");
        }
        String pods = ground.tree().paths().qosDir(KubeQos.GUARANTEED);
        boolean found = ground.tree()
                .file(Knob.CPU_CFS_QUOTA, pods)
                .filter(ground.tree().files()::exists)
                .isPresent();
        return List.of(PREFLIGHT + (found ? "works" : "not supported here: no " + Knob.CPU_CFS_QUOTA + " in " + pods));
    }
}
