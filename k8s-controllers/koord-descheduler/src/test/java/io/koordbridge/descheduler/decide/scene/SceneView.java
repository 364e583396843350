package io.koordbridge.descheduler.decide.scene;

import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.RunView;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster of a test, without reports. */
public record SceneView(Instant now, List<NodeFacts> nodes, List<PodFacts> pods) implements RunView {

    /** A ready node of 8 CPUs, 32 GiB and 110 pods. */
    public static NodeFacts node(String name, Map<String, String> labels, NodeTaint... taints) {
        Map<String, Long> room = Map.of("cpu", 8_000L, "memory", 32L << 30, "pods", 110L);
        return new NodeFacts(new NodeTraits(name, false, labels, List.of(taints)), true, room, room);
    }

    @Override
    public Collection<PodFacts> podsOn(String node) {
        return pods.stream().filter(pod -> pod.nodeName().equals(node)).toList();
    }

    @Override
    public Optional<LoadReport> report(String node) {
        return Optional.empty();
    }

    @Override
    public Workloads workloads() {
        return new SceneWorkloads(10);
    }
}
