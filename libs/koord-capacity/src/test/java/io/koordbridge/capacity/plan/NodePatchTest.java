package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodePatchTest {

    private static final Node SHOWN = new NodeBuilder()
            .withNewMetadata()
            .withName("n1")
            .withResourceVersion("7")
            .addToAnnotations("stays", "1")
            .addToAnnotations("goes", "1")
            .addToLabels("label", "old")
            .endMetadata()
            .withNewSpec()
            .withUnschedulable(true)
            .endSpec()
            .withNewStatus()
            .addToCapacity("cpu", new Quantity("8"))
            .addToAllocatable("cpu", new Quantity("8"))
            .addToAllocatable("kubernetes.io/batch-cpu", new Quantity("1000"))
            .addNewCondition()
            .withType("Ready")
            .withStatus("True")
            .endCondition()
            .endStatus()
            .build();

    @Test
    void showsTheNodeAsTheApiServerMergesThePatch() {
        Map<String, @Nullable String> annotations = new HashMap<>();
        annotations.put("goes", null);
        annotations.put("new", "2");
        Map<String, @Nullable Quantity> allocatable = new HashMap<>();
        allocatable.put("kubernetes.io/batch-cpu", null);
        allocatable.put("kubernetes.io/mid-cpu", new Quantity("500"));
        NodePatch patch = new NodePatch(
                Map.of("allocatable", allocatable, "capacity", Map.of("kubernetes.io/mid-cpu", new Quantity("500"))),
                annotations,
                Map.of("label", "new"));

        Node after = patch.applied(SHOWN, "8");

        assertThat(after.getMetadata().getResourceVersion()).isEqualTo("8");
        assertThat(after.getMetadata().getAnnotations()).isEqualTo(Map.of("stays", "1", "new", "2"));
        assertThat(after.getMetadata().getLabels()).isEqualTo(Map.of("label", "new"));
        assertThat(after.getStatus().getAllocatable())
                .isEqualTo(Map.of("cpu", new Quantity("8"), "kubernetes.io/mid-cpu", new Quantity("500")));
        assertThat(after.getStatus().getCapacity())
                .isEqualTo(Map.of("cpu", new Quantity("8"), "kubernetes.io/mid-cpu", new Quantity("500")));
        assertThat(after.getStatus().getConditions())
                .isEqualTo(SHOWN.getStatus().getConditions());
        assertThat(after.getSpec()).isEqualTo(SHOWN.getSpec());
    }

    @Test
    void leavesTheNodeThatItIsAppliedToAsItIs() {
        Node before = new NodeBuilder(SHOWN).build();

        new NodePatch(Map.of(), Map.of("new", "2"), Map.of("label", "new")).applied(SHOWN, "8");

        assertThat(SHOWN).isEqualTo(before);
    }
}
