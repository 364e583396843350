package io.koordbridge.descheduler.decide.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeReaderTest {

    private static final Map<String, Long> ALLOCATABLE = Map.of("cpu", 8000L, "memory", 1024L, "pods", 110L);

    private static NodeBuilder node() {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .endMetadata()
                .withNewStatus()
                .withAllocatable(Map.of(
                        "cpu", new Quantity("8"), "memory", new Quantity("1", "Ki"), "pods", new Quantity("110")))
                .endStatus();
    }

    private static NodeFacts raw(String annotation) {
        return NodeReader.of(node().editMetadata()
                .withAnnotations(Map.of(Annotations.NODE_RAW_ALLOCATABLE, annotation))
                .endMetadata()
                .build());
    }

    @Test
    void whatTheAnnotationDoesNotNameIsAsAllocatable() {
        NodeFacts facts = raw("{\"cpu\": \"4\"}");

        assertThat(facts.allocatable()).isEqualTo(ALLOCATABLE);
        assertThat(facts.capacity()).isEqualTo(Map.of("cpu", 4000L, "memory", 1024L, "pods", 110L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "", "[]", "{\"cpu\": \"many\"}", "{\"cpu\": \"9E\"}", "{\"cpu\": \"-1\"}"})
    void aBrokenAnnotationCountsAsAbsent(String annotation) {
        assertThat(raw(annotation).capacity()).isEqualTo(ALLOCATABLE);
    }

    @ParameterizedTest
    @CsvSource({"Ready, True, true", "Ready, False, false", "Ready, Unknown, false", "DiskPressure, True, true"})
    void aNodeIsReadyWithoutAConditionThatDeniesIt(String type, String status, boolean ready) {
        Node node = node().editStatus()
                .addNewCondition()
                .withType(type)
                .withStatus(status)
                .endCondition()
                .endStatus()
                .build();

        assertThat(NodeReader.of(node).ready()).isEqualTo(ready);
    }

    @Test
    void aNodeWithoutStatusHasNothing() {
        NodeFacts facts = NodeReader.of(
                new NodeBuilder().withNewMetadata().withName("n").endMetadata().build());

        assertThat(facts.ready()).isTrue();
        assertThat(facts.capacity()).isEmpty();
    }
}
