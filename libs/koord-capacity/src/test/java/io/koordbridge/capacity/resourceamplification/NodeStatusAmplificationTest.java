package io.koordbridge.capacity.resourceamplification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.Annotations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeStatusAmplificationTest {

    @Test
    void amplifiesFromWhatTheKubeletReportedHoweverOftenItIsAsked() {
        ObjectNode reported = AmplifiedNodes.node("{\"cpu\":1.5}", "10", null);

        ObjectNode once = NodeStatusAmplification.update(reported, null).node();
        ObjectNode twice = NodeStatusAmplification.update(once, once).node();

        assertThat(once.at("/status/allocatable/cpu").asText()).isEqualTo("15");
        assertThat(twice).isEqualTo(once);
    }

    @Test
    void comparesAllocatableByValue() {
        ObjectNode before = AmplifiedNodes.node("{\"cpu\":2}", "20", "{\"cpu\":\"7\"}");
        ObjectNode after = AmplifiedNodes.node("{\"cpu\":2}", "20000m", "{\"cpu\":\"7\"}");

        ObjectNode stored = NodeStatusAmplification.update(after, before).node();

        assertThat(stored.at("/status/allocatable/cpu").asText()).isEqualTo("14");
    }

    @Test
    void doesNotAmplifyFromAKeptDocumentThatIsNull() {
        ObjectNode node = AmplifiedNodes.node("{\"cpu\":2}", "20", "null");

        NodeStatusAmplification.Outcome outcome = NodeStatusAmplification.update(node, node);

        assertThat(outcome.problem()).isNull();
        assertThat(outcome.node()).isEqualTo(node);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "1", "{} {}", "{\"cpu\": \"2\"}", "{\"cpu\": true}", " "})
    void refusesRatiosThatDoNotDecodeAndSaysWhy(String ratios) {
        ObjectNode node = AmplifiedNodes.node(ratios, "20", null);

        NodeStatusAmplification.Outcome outcome = NodeStatusAmplification.update(node, node);

        assertThat(outcome.problem()).contains(Annotations.NODE_AMPLIFICATION_RATIO);
        assertThat(outcome.node()).isEqualTo(node);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"cpu\": \"ten\"}", "[\"cpu\"]"})
    void refusesAKeptDocumentThatDoesNotDecode(String kept) {
        ObjectNode node = AmplifiedNodes.node("{\"cpu\":2}", "20", kept);

        assertThat(NodeStatusAmplification.update(node, node).problem()).contains(Annotations.NODE_RAW_ALLOCATABLE);
    }
}
