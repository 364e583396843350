package io.koordbridge.scheduler.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.node.NodeRatioReader;
import io.koordbridge.scheduler.facts.node.NodeRatios;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.Suite;
import io.koordbridge.testkit.conformance.Vectors;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceManagerTest {

    private static final List<String> BATCH = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);

    private static Stream<Suite.Case> normalized() {
        return Vectors.suite("manager/cpu-normalization").cases().stream()
                .filter(one -> one.expect().path("ratio").isTextual());
    }

    private static Stream<Suite.Case> amplified() {
        return Vectors.suite("manager/resource-amplification").cases().stream()
                .filter(one -> one.expect().path("annotation").isTextual());
    }

    private static Stream<Suite.Case> mutatedPods() {
        return Vectors.suite("manager/pod-mutate").cases().stream()
                .filter(one -> one.expect().path("pod").isObject()
                        && one.expect().at("/pod/spec/initContainers").isMissingNode()
                        && one.expect().at("/pod/spec/overhead").isMissingNode());
    }

    private static NodeRatios ratios(String annotation, String value) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(annotation, value)
                .endMetadata()
                .build();
        return NodeRatioReader.read(node);
    }

    @ParameterizedTest
    @MethodSource("normalized")
    void theWrittenNormalizationIsUnderstood(Suite.Case written) {
        String ratio = written.expect().path("ratio").asText();

        NodeRatios read = ratios(Annotations.NODE_CPU_NORMALIZATION_RATIO, ratio);

        assertThat(read.problems()).isEmpty();
        assertThat(read.cpuNormalization()).isEqualTo(Double.parseDouble(ratio));
    }

    @ParameterizedTest
    @MethodSource("amplified")
    void theWrittenAmplificationIsUnderstood(Suite.Case written) throws JsonProcessingException {
        String annotation = written.expect().path("annotation").asText();
        double cpu = Json.MAPPER.readTree(annotation).path("cpu").asDouble(1);

        NodeRatios read = ratios(Annotations.NODE_AMPLIFICATION_RATIO, annotation);

        assertThat(read.problems()).isEmpty();
        assertThat(read.cpuAmplification()).isCloseTo(cpu, within(1e-9));
    }

    @ParameterizedTest
    @MethodSource("mutatedPods")
    void aPodOfItsWebhookAsksForTheBatchResourcesThatItNames(Suite.Case written) {
        JsonNode tree = written.expect().path("pod");
        Pod pod = Json.as(tree, Pod.class);

        PodFacts facts = PodFactsReader.read(pod);

        for (String resource : BATCH) {
            long named = 0;
            for (JsonNode container : tree.at("/spec/containers")) {
                JsonNode request = container.at("/resources/requests").path(resource);
                named += request.isMissingNode()
                        ? 0
                        : Quantities.value(Map.of(resource, new Quantity(request.asText())), resource);
            }
            assertThat(facts.request().get(resource)).as(resource).isEqualTo(named);
        }
    }
}
