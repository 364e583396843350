package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.api.document.pod.QosWishReader;
import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Room for bursts of latency-sensitive pods; specification section 13.6. The record of changes gives back what it took: quotas as the kubelet
 * wrote them, burst 0.
 */
@PureCore
public final class BurstStrategy implements Strategy<BurstMemory> {

    public static final String NAME = "cpu-burst";

    static final OverrideKey<CpuBurstStrategy> ANNOTATION =
            new OverrideKey<>(QosWishReader.BURST, BurstSettings.ALLOWED, BurstSettings::parse);

    private static final long NEVER_FULL = Long.MAX_VALUE;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPU_CFS_QUOTA, Knob.CPU_CFS_BURST);
    }

    @Override
    public Set<OverrideKey<?>> overrides() {
        return Set.of(ANNOTATION);
    }

    @Override
    public Set<Need<?>> needs(SloInForce slo) {
        return slo.present().isPresent() || slo.gone() ? BurstNeeds.ALL : Set.of();
    }

    /**
     * Pods that may burst, and those that may have something to give back. Of pods that it does not concern it reads usage, for the state of
     * the node.
     */
    @Override
    public Predicate<PodInfo> looksAt(NodeSnapshot bare, BurstMemory memory) {
        BurstSettings node = ofNode(bare.slo().present());
        return pod -> !BurstRules.concerns(pod)
                || ofPod(pod, node, bare.slo()).isAsked()
                || !memory.settled().has(pod, bare.tick().at());
    }

    private static BurstSettings ofNode(Optional<NodeSlo> slo) {
        return slo.map(one -> one.effective().cpuBurstStrategy())
                .map(BurstSettings::of)
                .orElse(BurstSettings.NONE);
    }

    /** Without a NodeSLO the annotations end as well. */
    private static BurstSettings ofPod(PodInfo pod, BurstSettings node, SloInForce slo) {
        return slo.present().isPresent()
                ? pod.overrides().get(ANNOTATION).map(node::with).orElse(node)
                : node;
    }

    @Override
    public BurstMemory initial() {
        return BurstMemory.EMPTY;
    }

    @Override
    public Step<BurstMemory> step(NodeSnapshot snapshot, BurstMemory memory) {
        Optional<NodeSlo> slo = snapshot.slo().present();
        if (slo.isEmpty() && !snapshot.slo().gone()) {
            return Step.nothing(memory, "no-node-slo");
        }
        BurstSettings node = ofNode(slo);
        long threshold = slo.map(one -> one.effective().cpuBurstStrategy())
                .map(CpuBurstStrategy::sharePoolThresholdPercent)
                .orElse(NEVER_FULL);
        NodeState state = NodeState.of(
                snapshot.readings().of(BurstNeeds.NODE_CORES),
                snapshot.cluster().pods(),
                pod -> snapshot.readings().of(BurstNeeds.POD_CORES, pod),
                snapshot.processors().size(),
                threshold);
        BurstRound round = new BurstRound(snapshot, state, memory);
        for (PodInfo pod : snapshot.cluster().pods()) {
            if (BurstRules.concerns(pod)) {
                round.add(pod, ofPod(pod, node, snapshot.slo()));
            }
        }
        return new Step<>(round.memory(), List.of(), state.wireName(), round.problems(), List.of(), round.parts());
    }

    @Override
    public Step<BurstMemory> release(NodeSnapshot snapshot, BurstMemory memory) {
        return Step.nothing(BurstMemory.EMPTY, "released");
    }

    @Override
    public Map<String, Object> state(NodeSnapshot snapshot, BurstMemory memory) {
        return Map.of(
                "cpuBurst",
                Map.of(
                        "nodeState", memory.state().wireName(),
                        "pods", memory.pods(),
                        "raisedContainers", memory.raised(),
                        "containers", new TreeMap<>(memory.shown())));
    }

    @Override
    public List<String> preflight(Ground ground) {
        String pods = ground.tree().paths().qosDir(KubeQos.GUARANTEED);
        boolean supported = ground.tree().supports(Knob.CPU_CFS_BURST, pods);
        String file = Knob.CPU_CFS_BURST.fileName(ground.tree().version()).orElse(Knob.CPU_CFS_BURST.name());
        return List.of("cpu burst        " + (supported ? "works" : "not supported here: no " + file));
    }
}
