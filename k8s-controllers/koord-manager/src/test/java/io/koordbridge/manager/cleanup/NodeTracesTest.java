package io.koordbridge.manager.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.plan.NodePatch;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeTracesTest {

    private static final String LEASE = "node.koordinator.sh/yarn-lease";
    private static final String THIRD_PARTIES = "node.koordinator.sh/thirdPartyAllocations";
    private static final String YARN = "{\"name\":\"hadoop-yarn\",\"priority\":\"koord-batch\",\"resources\":{}}";
    private static final String OTHER = "{\"name\":\"other\",\"priority\":\"koord-batch\",\"resources\":{}}";

    private static Node node(Map<String, String> annotations, String... amounts) {
        NodeBuilder node = new NodeBuilder()
                .withNewMetadata()
                .withName("worker")
                .withAnnotations(annotations)
                .addToLabels("node.koordinator.sh/gpu-model", "A100")
                .addToLabels("node.koordinator.sh/yarn-share", "0.5")
                .endMetadata()
                .withNewStatus()
                .endStatus();
        for (int i = 0; i < amounts.length; i += 2) {
            node.editStatus()
                    .addToCapacity(amounts[i], new Quantity(amounts[i + 1]))
                    .addToAllocatable(amounts[i], new Quantity(amounts[i + 1]))
                    .endStatus();
        }
        return node.build();
    }

    @Test
    void capacityOfAllKindsGoesAndWhatOthersPublishStays() {
        NodePatch patch = NodeTraces.capacity(node(
                Map.of("node.koordinator.sh/originExtendedAllocatable", "{}", "own", "stays"),
                "cpu",
                "8",
                "kubernetes.io/batch-cpu",
                "4000",
                "kubernetes.io/mid-memory",
                "1Gi",
                "koordinator.sh/gpu-core",
                "100",
                "example.com/card",
                "2"));

        assertThat(patch.status()).containsOnlyKeys("capacity", "allocatable");
        assertThat(patch.status().get("capacity"))
                .containsOnlyKeys("kubernetes.io/batch-cpu", "kubernetes.io/mid-memory", "koordinator.sh/gpu-core")
                .containsValue(null);
        assertThat(patch.allocatable())
                .containsOnlyKeys("kubernetes.io/batch-cpu", "kubernetes.io/mid-memory", "koordinator.sh/gpu-core");
        assertThat(patch.annotations()).containsOnlyKeys("node.koordinator.sh/originExtendedAllocatable");
        assertThat(patch.labels()).containsOnlyKeys("node.koordinator.sh/gpu-model");
    }

    @Test
    void amplifiedResourcesGetBackWhatTheKubeletReported() {
        NodePatch patch = NodeTraces.capacity(node(
                Map.of(
                        "node.koordinator.sh/resource-amplification-ratio", "{\"cpu\":1.5}",
                        "node.koordinator.sh/raw-allocatable", "{\"cpu\":\"8\"}"),
                "cpu",
                "12",
                "memory",
                "16Gi"));

        assertThat(patch.status()).containsOnlyKeys("allocatable");
        assertThat(patch.allocatable()).isEqualTo(Map.of("cpu", new Quantity("8")));
        assertThat(patch.annotations())
                .containsOnlyKeys(
                        "node.koordinator.sh/resource-amplification-ratio", "node.koordinator.sh/raw-allocatable");
    }

    @Test
    void anUnreadableReportLeavesTheAmountsToTheKubelet() {
        NodePatch patch = NodeTraces.capacity(node(Map.of("node.koordinator.sh/raw-allocatable", "[]"), "cpu", "12"));

        assertThat(patch.status()).isEmpty();
        assertThat(patch.annotations()).containsOnlyKeys("node.koordinator.sh/raw-allocatable");
    }

    @Test
    void annotationsOfYarnGoAndAllocationsOfOthersStay() {
        NodePatch both = NodeTraces.yarn(
                node(Map.of(LEASE, "{}", THIRD_PARTIES, "{\"allocations\":[" + YARN + "," + OTHER + "]}")));
        NodePatch onlyYarn = NodeTraces.yarn(node(Map.of(THIRD_PARTIES, "{\"allocations\":[" + YARN + "]}")));
        NodePatch onlyOther = NodeTraces.yarn(node(Map.of(THIRD_PARTIES, "{\"allocations\":[" + OTHER + "]}")));
        NodePatch broken = NodeTraces.yarn(node(Map.of(LEASE, "{}", THIRD_PARTIES, "{")));

        assertThat(both.annotations()).containsEntry(LEASE, null);
        assertThat(both.annotations().get(THIRD_PARTIES)).contains("other").doesNotContain("hadoop-yarn");
        assertThat(onlyYarn.annotations()).containsEntry(THIRD_PARTIES, null);
        assertThat(onlyOther.isEmpty()).isTrue();
        assertThat(broken.annotations()).containsOnlyKeys(LEASE);
    }

    @Test
    void whatAnAgentSaidOfProtectionGoes() {
        assertThat(NodeTraces.yarn(node(Map.of(
                                "node.koordinator.sh/unprotected",
                                "observeOnly is set",
                                "node.koordinator.sh/memory-protection",
                                "off: observeOnly is set")))
                        .annotations())
                .containsOnlyKeys("node.koordinator.sh/unprotected", "node.koordinator.sh/memory-protection");
    }

    @Test
    void drainsFreezesAndShrinksGoSoThatALaterInstallationFollowsNone() {
        Map<String, String> orders = Map.of(
                "node.koordinator.sh/yarn-drain", "{\"id\":\"a\"}",
                "node.koordinator.sh/yarn-drain-status", "{\"id\":\"a\",\"state\":\"DONE\"}",
                "node.koordinator.sh/yarn-frozen", "{}",
                "node.koordinator.sh/yarn-shrink", "{}");

        assertThat(NodeTraces.yarn(node(orders)).annotations()).containsOnlyKeys(orders.keySet());
    }

    @Test
    void nothingIsPatchedOnANodeWithoutTraces() {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("worker")
                .endMetadata()
                .build();

        assertThat(NodeTraces.capacity(node).isEmpty()).isTrue();
        assertThat(NodeTraces.yarn(node).isEmpty()).isTrue();
    }

    @Test
    void onlyLeasesThatAreAboutToChangeAreWaitedFor() {
        assertThat(NodeTraces.aboveFloor(List.of(
                        node(Map.of(LEASE, "{\"state\":\"SHRINKING\"}")),
                        node(Map.of(LEASE, "{\"state\":\"CLOSED\"}")),
                        node(Map.of(LEASE, "{\"state\":\"STALE\"}")),
                        node(Map.of(LEASE, "no json")),
                        node(Map.of()))))
                .containsExactly("worker");
    }
}
