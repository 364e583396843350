package io.koordbridge.koordlet.report.families;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterSamplesTest {

    private static NodeView view(Map<String, String> topology, Pod... pods) {
        NodeFacts node = NodeFacts.of(
                new NodeBuilder()
                        .withNewMetadata()
                        .withName("n1")
                        .endMetadata()
                        .withNewStatus()
                        .addToAllocatable("kubernetes.io/batch-cpu", new Quantity("1500"))
                        .addToAllocatable("kubernetes.io/batch-memory", new Quantity("1Gi"))
                        .endStatus()
                        .build(),
                null,
                problem -> {});
        return new NodeView(
                Optional.of(node),
                Optional.empty(),
                Optional.empty(),
                Optional.of(topology),
                List.of(pods).stream()
                        .map(pod -> PodInfos.of(pod, new OverrideKeys(List.of()), problem -> {}))
                        .toList());
    }

    private static Pod pod(String phase) {
        Map<String, Quantity> batch = Map.of(
                "kubernetes.io/batch-cpu", new Quantity("500"), "kubernetes.io/batch-memory", new Quantity("1Mi"));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("jobs")
                .withName("one")
                .withUid("u1")
                .addToLabels("koordinator.sh/qosClass", "BE")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(batch)
                .withLimits(batch)
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase(phase)
                .withQosClass("BestEffort")
                .addNewContainerStatus()
                .withName("main")
                .withContainerID("containerd://c1")
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    private static List<String> lines(NodeView view) {
        return ClusterSamples.of(view).stream()
                .map(one -> one.family() + " " + String.join(" ", one.labels()) + " " + (long) one.value())
                .toList();
    }

    @Test
    void showsBatchResourcesOfNodeAndContainers() {
        String of = "container_id containerd://c1 container_name main pod_name one pod_namespace jobs pod_uid u1 ";
        String cpu = of + "resource kubernetes.io/batch-cpu unit integer 500";
        String memory = of + "resource kubernetes.io/batch-memory unit byte 1048576";

        assertThat(lines(view(Map.of(), pod("Running"))))
                .containsExactlyInAnyOrder(
                        "koordlet_node_resource_allocatable resource kubernetes.io/batch-cpu unit integer 1500",
                        "koordlet_node_resource_allocatable resource kubernetes.io/batch-memory unit byte 1073741824",
                        "koordlet_container_resource_requests " + cpu,
                        "koordlet_container_resource_limits " + cpu,
                        "koordlet_container_resource_requests " + memory,
                        "koordlet_container_resource_limits " + memory);
    }

    @Test
    void aFinishedPodAndAnUnknownNodeHaveNoSeries() {
        assertThat(lines(view(Map.of(), pod("Succeeded")))).noneMatch(line -> line.contains("container"));
        assertThat(ClusterSamples.of(NodeView.UNKNOWN)).isEmpty();
    }

    @Test
    void showsThePoolsAndLeavesOutWhatCannotBeRead() {
        assertThat(lines(view(Map.of(
                        Annotations.NRT_CPU_SHARED_POOLS,
                        "[{\"socket\":0,\"node\":0,\"cpuset\":\"0-1\"},{\"socket\":1,\"node\":1,\"cpuset\":\"4\"}]",
                        Annotations.NRT_BE_CPU_SHARED_POOLS,
                        "[{\"cpuset\":\"x\"}]"))))
                .contains(
                        "koordlet_cpuset_share_pool_cpu_cores  3",
                        "koordlet_cpuset_share_pool_info cpu 0 1",
                        "koordlet_cpuset_share_pool_info cpu 1 1",
                        "koordlet_cpuset_share_pool_info cpu 4 1")
                .noneMatch(line -> line.contains("be_share"));
        assertThat(lines(view(Map.of(Annotations.NRT_CPU_SHARED_POOLS, "null"))))
                .noneMatch(line -> line.contains("share_pool"));
    }

    @Test
    void oddDocumentsOfPoolsHaveNoCpus() {
        for (String text : List.of("[null]", "[{}]", "[]")) {
            assertThat(lines(view(Map.of(Annotations.NRT_CPU_SHARED_POOLS, text))))
                    .as(text)
                    .contains("koordlet_cpuset_share_pool_cpu_cores  0");
        }
    }

    @Test
    void aHugeListOfCpusHasABound() {
        assertThat(lines(view(Map.of(Annotations.NRT_BE_CPU_SHARED_POOLS, "[{\"cpuset\":\"0-4096\"}]"))))
                .contains("koordlet_cpuset_be_share_pool_cpu_cores  4097")
                .hasSize(2 + 1 + 2048);
    }
}
