package io.koordbridge.manager.clusterview;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrippingTest {

    private static final Node SHOWN = node(Map.of("a", "1"), Map.of("l", "1"));

    @Test
    void theAmountsBeforeOtherSharesAreNoMarkThatAPassReads() {
        Node after = node(Map.of("a", "1", Annotations.NODE_ORIGIN_ALLOCATABLE, "{}"), Map.of("l", "1"));

        assertThat(Stripping.readMarksDiffer(SHOWN, after)).isFalse();
    }

    @Test
    void ratiosAndLabelsAreReadByTheNextPass() {
        String ratio = Annotations.NODE_CPU_NORMALIZATION_RATIO;

        assertThat(Stripping.readMarksDiffer(SHOWN, node(Map.of("a", "1", ratio, "1.2"), Map.of("l", "1"))))
                .isTrue();
        assertThat(Stripping.readMarksDiffer(SHOWN, node(Map.of(), Map.of("l", "1"))))
                .isTrue();
        assertThat(Stripping.readMarksDiffer(SHOWN, node(Map.of("a", "1"), Map.of("l", "2"))))
                .isTrue();
    }

    private static Node node(Map<String, String> annotations, Map<String, String> labels) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .withAnnotations(annotations)
                .withLabels(labels)
                .endMetadata()
                .build();
    }
}
