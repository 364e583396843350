package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Identity by class where the kernel has cpu.bvt_warp_ns; elsewhere {@link WeightStrategy} stands in. */
@PureCore
public final class IdentityStrategy implements Strategy<IdentityMemory> {

    public static final String NAME = "group-identity";

    private static final int PODS_AND_CONTAINERS = 2;
    private static final Map<KubeQos, Need<List<String>>> ON_DISK = Map.of(
            KubeQos.GUARANTEED, Need.groups(Knob.CPU_BVT, PODS_AND_CONTAINERS, Scope.KUBEPODS),
            KubeQos.BURSTABLE, Need.groups(Knob.CPU_BVT, PODS_AND_CONTAINERS, Scope.BURSTABLE),
            KubeQos.BEST_EFFORT, Need.groups(Knob.CPU_BVT, PODS_AND_CONTAINERS, Scope.TIER));
    private static final Set<Need<?>> NEEDS = needs();

    private static Set<Need<?>> needs() {
        Set<Need<?>> all = new HashSet<>(IdentityFinding.NEEDS);
        all.addAll(ON_DISK.values());
        return Set.copyOf(all);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPU_BVT, IdentityFinding.SWITCH, IdentityFinding.CORE_SWITCH);
    }

    @Override
    public Set<OverrideKey<?>> overrides() {
        return Set.of(IdentityWish.KEY);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return slo.present().isPresent() ? NEEDS : Set.of();
    }

    @Override
    public IdentityMemory initial() {
        return IdentityMemory.NONE;
    }

    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.BIRTH;
    }

    @Override
    public Step<IdentityMemory> step(NodeSnapshot snapshot, IdentityMemory memory) {
        if (snapshot.slo().present().isEmpty()) {
            return Step.nothing(memory, "no-node-slo");
        }
        NodeSlo slo = snapshot.slo().present().get();
        IdentityRule rule = IdentityRule.of(slo.effective());
        IdentityFinding kernel = IdentityFinding.of(snapshot.readings());
        if (!kernel.isSupported()) {
            return Step.nothing(IdentityMemory.NONE, "not-supported");
        }
        if (kernel.isIdle(rule)) {
            return Step.nothing(IdentityMemory.NONE, "off");
        }
        IdentityPlan plan = memory.plan()
                .next(
                        new IdentityPlan.Made(
                                rule,
                                snapshot.cluster().pods(),
                                slo.hostApplications(),
                                onDisk(snapshot),
                                kernel.settled(),
                                snapshot.paths().names()),
                        snapshot.paths());
        return new Step<>(
                new IdentityMemory(plan),
                plan.levels(),
                rule.enabled() ? "identity" : "no-class-enabled",
                plan.problems());
    }

    private static Map<KubeQos, List<String>> onDisk(NodeSnapshot snapshot) {
        Map<KubeQos, List<String>> found = new EnumMap<>(KubeQos.class);
        ON_DISK.forEach(
                (qos, need) -> found.put(qos, snapshot.readings().of(need).orElse(List.of())));
        return found;
    }

    @Override
    public List<StrategyGauge<IdentityMemory>> gauges() {
        return List.of(new StrategyGauge<>(
                "koord_koordlet_identity_groups",
                List.of("by", "identity"),
                (snapshot, memory) -> OptionalDouble.of(memory.plan().groups())));
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, IdentityMemory memory) {
        boolean supported = IdentityFinding.of(snapshot.readings()).isSupported();
        return Map.of(
                "groupIdentity",
                Map.of("supported", supported, "groups", memory.plan().groups()));
    }

    @Override
    public List<String> preflight(Ground ground) {
        String pods = ground.tree().paths().qosDir(KubeQos.GUARANTEED);
        boolean supported =
                ground.tree().supports(Knob.CPU_BVT, pods) || ground.tree().supports(IdentityFinding.SWITCH, "");
        return List.of(
                supported
                        ? "group identity   works"
                        : "group identity   not supported here: no cpu.bvt_warp_ns; best-effort work has the least weight"
                                + " instead");
    }

    /** Nothing by itself: the record of changes reverts. */
    @Override
    public Step<IdentityMemory> release(NodeSnapshot snapshot, IdentityMemory memory) {
        return Step.nothing(IdentityMemory.NONE, "released");
    }
}
