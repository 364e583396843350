package io.koordbridge.koordlet.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.policy.suppress.NodeLoad;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadReaderTest {

    private static PodInfo pod(String uid, String qos) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withName(uid)
                        .withUid(uid)
                        .addToLabels("koordinator.sh/qosClass", qos)
                        .endMetadata()
                        .build(),
                problem -> {});
    }

    private static NodeLoad load(List<PodInfo> pods, Map<String, Double> podCores) {
        NodeFacts node = NodeFacts.of(
                new NodeBuilder()
                        .withNewMetadata()
                        .withName("node")
                        .endMetadata()
                        .withNewStatus()
                        .withCapacity(Map.of("cpu", new Quantity("4")))
                        .endStatus()
                        .build(),
                null,
                problem -> {});
        return LoadReader.load(node, 3, pods, podCores, List.of(), Map.of());
    }

    @Test
    void aPodWithoutUsageDoesNotCount() {
        assertThat(load(List.of(pod("a", "BE"), pod("b", "LS")), Map.of("a", 1.0))
                        .pods())
                .containsExactly(new NodeLoad.Usage(1, true));
    }

    @Test
    void aUsageWithoutItsPodCountsAsNotBestEffort() {
        assertThat(load(List.of(pod("a", "BE")), Map.of("a", 1.0, "z", 0.5, "y", 0.25))
                        .pods())
                .containsExactly(
                        new NodeLoad.Usage(1, true), new NodeLoad.Usage(0.25, false), new NodeLoad.Usage(0.5, false));
    }
}
