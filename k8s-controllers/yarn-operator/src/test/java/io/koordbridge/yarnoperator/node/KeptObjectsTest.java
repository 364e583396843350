package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.NodeManagersOfNode;
import io.koordbridge.yarnoperator.matching.Reported;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeptObjectsTest {

    private static final Node WHOLE = new NodeBuilder()
            .withNewMetadata()
            .withName("node-1")
            .withUid("uid-1")
            .withResourceVersion("7")
            .addToLabels(Labels.NODE_YARN_SHARE, "0.25")
            .addToLabels("zone", "a")
            .addToAnnotations(
                    Annotations.NODE_ORIGIN_ALLOCATABLE,
                    "{\"resources\":{\"kubernetes.io/batch-cpu\":\"8000\",\"kubernetes.io/batch-memory\":\"8Gi\"}}")
            .addToAnnotations(
                    Annotations.NODE_THIRD_PARTY_ALLOCATIONS,
                    "{\"allocations\":[{\"name\":\"hadoop-yarn\",\"priority\":\"koord-batch\","
                            + "\"resources\":{\"kubernetes.io/batch-cpu\":\"1000\"}}]}")
            .addToAnnotations(Annotations.NODE_YARN_LEASE, "{\"state\":\"STEADY\",\"nodeId\":\"node-1:8041\"}")
            .addToAnnotations(Annotations.NODE_UNPROTECTED, "suppress.enabled is false")
            .addToAnnotations("note", "nobody reads this")
            .endMetadata()
            .withNewStatus()
            .addToCapacity("cpu", new Quantity("16"))
            .addToAllocatable("cpu", new Quantity("15"))
            .addToAllocatable("memory", new Quantity("60Gi"))
            .addToAllocatable(ResourceNames.BATCH_CPU, new Quantity("7000"))
            .addNewAddress("10.0.0.1", "InternalIP")
            .addNewImage()
            .withSizeBytes(1L)
            .endImage()
            .endStatus()
            .build();

    private final Node kept = KeptObjects.node(WHOLE);

    @Test
    void aPassReadsTheSameOfWhatIsKept() {
        assertThat(NodeReading.of(kept, null, null)).isEqualTo(NodeReading.of(WHOLE, null, null));
        assertThat(NodeAnnotations.record(kept))
                .isEqualTo(NodeAnnotations.record(WHOLE))
                .isPresent();
        assertThat(kept.getMetadata().getUid()).isEqualTo("uid-1");
        assertThat(kept.getMetadata().getResourceVersion()).isEqualTo("7");
    }

    @Test
    void aNodeManagerIsFoundByTheAddressesThatAreKept() {
        var pod = KeptObjects.nodeManager(new io.fabric8.kubernetes.api.model.PodBuilder()
                .withNewMetadata()
                .withNamespace("hadoop")
                .withName("nm-0")
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(true)
                .endSpec()
                .build());

        assertThat(NodeManagersOfNode.of(
                                kept, List.of(pod), null, Set.of(""), Map.of("", Reported.hosts("10.0.0.1:8041")))
                        .matches())
                .extracting(NodeManagerMatch::ref)
                .containsExactly(new NodeManagerRef("", "10.0.0.1", 8041));
    }

    @Test
    void theRestIsNotKept() {
        assertThat(kept.getMetadata().getAnnotations()).hasSize(4).containsKey(Annotations.NODE_UNPROTECTED);
        assertThat(kept.getMetadata().getLabels()).containsOnlyKeys(Labels.NODE_YARN_SHARE);
        assertThat(kept.getStatus().getImages()).isEmpty();
        assertThat(kept.getStatus().getCapacity()).isNullOrEmpty();
    }
}
