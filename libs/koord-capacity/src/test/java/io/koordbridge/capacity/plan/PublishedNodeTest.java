package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedNodeTest {

    private static final Owned OWNED =
            new Owned(List.of(ResourceNames.BATCH_CPU), List.of("gpu"), List.of("ours"), List.of("model"));

    private static Node node(Map<String, Quantity> allocatable, Map<String, String> annotations) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .withAnnotations(annotations)
                .withLabels(Map.of("model", "a100", "zone", "z1"))
                .endMetadata()
                .withNewStatus()
                .withCapacity(allocatable)
                .withAllocatable(allocatable)
                .endStatus()
                .build();
    }

    private static PublishedNode shown(String batchCpu) {
        return PublishedNode.shown(
                node(
                        Map.of("cpu", new Quantity("16"), ResourceNames.BATCH_CPU, new Quantity(batchCpu)),
                        Map.of("ours", "1", "theirs", "2")),
                OWNED);
    }

    @Test
    void holdsTheOwnedNamesOnly() {
        PublishedNode shown = shown("4k");

        assertThat(shown.complete()).isTrue();
        assertThat(shown.allocatable()).containsOnlyKeys(ResourceNames.BATCH_CPU);
        assertThat(shown.annotations()).isEqualTo(Map.of("ours", "1"));
        assertThat(shown.labels()).isEqualTo(Map.of("model", "a100"));
        assertThat(shown.origin()).isEmpty();
    }

    @Test
    void isIncompleteWhileTheNodeShowsNoResources() {
        assertThat(PublishedNode.shown(node(Map.of(), Map.of()), OWNED).complete())
                .isFalse();
        assertThat(PublishedNode.shown(
                                new NodeBuilder()
                                        .withNewMetadata()
                                        .withName("n1")
                                        .endMetadata()
                                        .build(),
                                OWNED)
                        .complete())
                .isFalse();
    }

    @Test
    void readsTheOriginAnnotation() {
        String origin = "{\"resources\": {\"" + ResourceNames.BATCH_CPU + "\": \"8k\"}}";
        PublishedNode shown = PublishedNode.shown(
                node(Map.of("cpu", new Quantity("16")), Map.of(Annotations.NODE_ORIGIN_ALLOCATABLE, origin)), OWNED);

        assertThat(shown.origin().get(ResourceNames.BATCH_CPU)).isEqualTo(new Quantity("8k"));
    }

    @ParameterizedTest
    @CsvSource({"4k, 4000, true", "4k, 4000000m, true", "4k, 4001, false", "0, 0, true"})
    void comparesTheStatusByValue(String left, String right, boolean same) {
        assertThat(shown(left).sameStatusAs(shown(right))).isEqualTo(same);
    }

    @Test
    void seesThatAResourceIsMissing() {
        PublishedNode without =
                PublishedNode.shown(node(Map.of("cpu", new Quantity("16")), Map.of("ours", "1")), OWNED);

        assertThat(without.sameStatusAs(shown("0"))).isFalse();
        assertThat(without.sameStatusAs(without)).isTrue();
    }

    @Test
    void comparesOwnedMetadataOnly() {
        PublishedNode one = shown("1");
        PublishedNode other = PublishedNode.shown(
                node(Map.of("cpu", new Quantity("16")), Map.of("ours", "changed", "theirs", "2")), OWNED);

        assertThat(OWNED.sameMetadata(one, other)).isFalse();
        assertThat(Owned.annotation("theirs").sameMetadata(one, other)).isTrue();
        assertThat(OWNED.sameMetadata(one, shown("2"))).isTrue();
    }
}
