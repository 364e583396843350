package io.koordbridge.koordlet.qos.nodemanager;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Weight of the pods of NodeManagers in the tier. Of the pod only: its containers are the daemon and what its owner put beside it, by their
 * requests.
 */
@PureCore
public final class NodeManagerStrategy implements Strategy<NodeManagerMemory> {

    public static final String NAME = "node-manager";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<Knob<?>> knobs() {
        return Set.of(Knob.CPU_SHARES);
    }

    @Override
    public NodeManagerMemory initial() {
        return NodeManagerMemory.NONE;
    }

    /** As often as the limits of batch pods, with which it shares the file. */
    @Override
    public boolean wakesFor(Tick.Cause cause) {
        return cause == Tick.Cause.TIMER || cause == Tick.Cause.BIRTH;
    }

    @Override
    public Step<NodeManagerMemory> step(NodeSnapshot snapshot, NodeManagerMemory memory) {
        NodeManagerMemory next = memory.next(snapshot.cluster().pods());
        if (next.daemons().isEmpty() && next.former().isEmpty()) {
            return Step.nothing(next, "no-node-manager");
        }
        long cores = cores(snapshot);
        if (cores == 0) {
            return Step.nothing(next, "cores-unknown");
        }
        List<Intent> weights = new ArrayList<>();
        next.daemons().forEach(pod -> weights.add(weight(snapshot, pod, DaemonWeight.shares(cores))));
        // The larger value wins: the limits of batch pods write what such a pod requests.
        next.former().forEach(pod -> weights.add(weight(snapshot, pod, DaemonWeight.LEAST_SHARES)));
        return new Step<>(next, List.of(weights), "daemon-first", List.of());
    }

    private static Intent weight(NodeSnapshot snapshot, PodInfo pod, long shares) {
        String dir = snapshot.paths().podDir(pod.kubeQos(), pod.uid());
        return Intent.of(Knob.CPU_SHARES, dir, shares, NAME).checked(Intent.Check.RECHECKED);
    }

    /** Those of the machine, which the plugin counts as well. */
    private static long cores(NodeSnapshot snapshot) {
        long ofNode = snapshot.cluster().node().map(NodeFacts::capacityMilliCpu).orElse(0L);
        return Math.max(snapshot.processors().size(), Rounding.ceilDiv(ofNode, 1000));
    }

    /** The limits of batch pods say what the file holds without it, else the record of changes. */
    @Override
    public Step<NodeManagerMemory> release(NodeSnapshot snapshot, NodeManagerMemory memory) {
        return Step.nothing(NodeManagerMemory.NONE, "released");
    }
}
