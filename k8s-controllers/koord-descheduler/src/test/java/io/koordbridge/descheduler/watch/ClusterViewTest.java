package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import io.koordbridge.kube.listwatch.WatchedKind;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterViewTest {

    private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");
    private static final OwnerRef OWNER = new OwnerRef("apps/v1", "ReplicaSet", "web", "u1");

    private final Nowhere nowhere = new Nowhere();
    private final FactCache<Node, NodeFacts> nodes = new FactCache<>(
            nowhere.source(),
            WatchedKind.NODES,
            (node, before) -> new NodeFacts(NodeTraits.of(node), true, Map.of(), Map.of()),
            (name, before, after) -> {});
    private final FactCache<NodeMetric, LoadReport> reports = new FactCache<>(
            nowhere.source(),
            WatchedKind.all(NodeMetric.class),
            (metric, before) -> new LoadReport(null, NOW, Map.of(), Map.of(), Map.of(), ""),
            (name, before, after) -> {});
    private final PodIndex pods = new PodIndex((before, after) -> {});
    private int replicas = 3;
    private final Workloads live = new Workloads() {
        @Override
        public Optional<Scale> scale(String namespace, OwnerRef controller) {
            return Optional.of(new Scale(controller.uid(), replicas));
        }

        @Override
        public Collection<PodFacts> pods(String workloadUid) {
            return pods.ofController(workloadUid);
        }
    };

    @AfterEach
    void close() {
        nowhere.close();
    }

    private ClusterView view() {
        return new ClusterView(NOW, nodes, reports, pods, live);
    }

    private void add(String name) {
        nodes.sink()
                .put(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build());
        NodeMetric metric = new NodeMetric();
        metric.getMetadata().setName(name);
        reports.sink().put(metric);
    }

    @Test
    void whatARunHasSeenDoesNotChangeDuringTheRun() {
        add("node-b");
        pods.put(Scene.pod(0, 1));
        String controller =
                pods.onNode("node-00000").get(0).owners().controller().uid();
        ClusterView view = view();
        List<NodeFacts> nodesBefore = view.nodes();
        List<PodFacts> podsBefore = List.copyOf(view.podsOn("node-00000"));
        List<PodFacts> workloadBefore = List.copyOf(view.pods(controller));
        assertThat(view.scale("shop", OWNER)).contains(new Scale("u1", 3));
        assertThat(view.report("node-a")).isEmpty();

        add("node-a");
        pods.put(Scene.pod(1, 1));
        replicas = 9;

        assertThat(view.nodes()).isEqualTo(nodesBefore);
        assertThat(view.podsOn("node-00000")).hasSameElementsAs(podsBefore).hasSize(1);
        assertThat(view.workloads().pods(controller))
                .hasSameElementsAs(workloadBefore)
                .hasSize(1);
        assertThat(view.scale("shop", OWNER)).contains(new Scale("u1", 3));
        assertThat(view.report("node-a")).isEmpty();
        assertThat(view.now()).isEqualTo(NOW);
    }

    @Test
    void theNextRunSeesWhatChangedInOrderOfNames() {
        add("node-b");
        view().nodes();
        add("node-a");
        Pod pod = Scene.pod(0, 1);
        pods.put(pod);

        ClusterView next = view();

        assertThat(next.nodes()).extracting(NodeFacts::name).containsExactly("node-a", "node-b");
        assertThat(next.podsOn("node-00000")).hasSize(1);
        assertThat(next.report("node-a")).isPresent();
    }
}
