package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnnotationCodecTest {

    private static final String KEY = Annotations.NODE_THIRD_PARTY_ALLOCATIONS;

    @Test
    void writesWhatTheReferenceReads() {
        ThirdPartyAllocations yarn = new ThirdPartyAllocations(List.of(new ThirdPartyAllocation(
                "hadoop-yarn",
                "koord-batch",
                Map.of(
                        ResourceNames.BATCH_MEMORY, new Quantity("4Gi"),
                        ResourceNames.BATCH_CPU, new Quantity("2k")))));

        assertThat(AnnotationCodec.write(yarn))
                .isEqualTo("{\"allocations\":[{\"name\":\"hadoop-yarn\",\"priority\":\"koord-batch\",\"resources\":"
                        + "{\"kubernetes.io/batch-cpu\":\"2k\",\"kubernetes.io/batch-memory\":\"4Gi\"}}]}");
    }

    @Test
    void readsBackWhatItWrites() {
        ThirdPartyAllocations yarn = new ThirdPartyAllocations(
                List.of(new ThirdPartyAllocation("a", "koord-batch", Map.of("x", new Quantity("1")))));

        assertThat(AnnotationCodec.read(node(AnnotationCodec.write(yarn)), KEY, ThirdPartyAllocations.class))
                .contains(yarn);
    }

    @Test
    void anAbsentAnnotationIsEmpty() {
        assertThat(AnnotationCodec.read(
                        new NodeBuilder().withNewMetadata().endMetadata().build(), KEY, Object.class))
                .isEmpty();
    }

    @Test
    void namesObjectKeyAndValueOfABrokenAnnotation() {
        assertThatThrownBy(() -> AnnotationCodec.read(node("{\"allocations\":7}"), KEY, ThirdPartyAllocations.class))
                .isInstanceOf(BadAnnotationException.class)
                .hasMessageContaining("Node/n1")
                .hasMessageContaining(KEY)
                .hasMessageContaining("{\"allocations\":7}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'allocations':7} | ': allocations = 7, allowed: an array",
                "{'allocations':[{'resources':[1]}]} | ': allocations[0].resources = [1], allowed: an object",
                "{'allocations':[{'resources':{'x':'12 apples'}}]} | ': allocations[0].resources.x = \"12 apples\", allowed: a quantity",
                "{'Allocations':[{'NAME':5}]} | ': allocations[0].name = 5, allowed: a text",
                "{'allocations':7, | ': Unexpected end-of-input within/between Object entries",
                "`` | ': it = nothing, allowed: an object",
            })
    void saysInWordsWhichFieldHoldsWhatAndWhatIsAllowed(String text, String problem) {
        assertThatThrownBy(() -> AnnotationCodec.read(node(text.replace('\'', '"')), KEY, ThirdPartyAllocations.class))
                .hasMessageEndingWith(problem);
    }

    @Test
    void refusesTextAfterTheDocument() {
        assertThatThrownBy(() -> AnnotationCodec.read(node("{} x"), KEY, ThirdPartyAllocations.class))
                .isInstanceOf(BadAnnotationException.class);
    }

    @Test
    void ignoresWhatItDoesNotKnow() {
        assertThat(AnnotationCodec.read(node("{\"later\":1}"), KEY, ThirdPartyAllocations.class))
                .contains(new ThirdPartyAllocations(null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"allocations\":[{\"name\":5}]}",
                "{\"allocations\":[{\"priority\":true}]}",
                "{\"allocations\":[{\"resources\":{\"x\":\"plenty\"}}]}",
                "{\"allocations\":[{\"resources\":{\"x\":\"\"}}]}",
                "{\"allocations\":[{\"resources\":{\"x\":true}}]}",
                "{\"allocations\":[{\"resources\":{\"x\":{}}}]}",
                "{\"allocations\":[{\"resources\":{\"x\":\"1 Gi\"}}]}"
            })
    void refusesAsAWholeWhatHoldsOneValueOfAnotherKind(String text) {
        assertThatThrownBy(() -> AnnotationCodec.read(node(text), KEY, ThirdPartyAllocations.class))
                .isInstanceOf(BadAnnotationException.class);
    }

    @Test
    void readsNamesInAnyCaseAndQuantitiesThatAreNumbers() {
        String text = "{\"Allocations\":[{\"NAME\":\"a\",\"resources\":{\"x\":5,\"y\":\" 2Gi \"}}]}";

        assertThat(AnnotationCodec.read(node(text), KEY, ThirdPartyAllocations.class))
                .contains(new ThirdPartyAllocations(List.of(new ThirdPartyAllocation(
                        "a", null, Map.of("x", new Quantity("5"), "y", new Quantity("2Gi"))))));
    }

    @Test
    void leavesEntriesOutThatAreNull() {
        String text = "{\"allocations\":[null,{\"resources\":{\"x\":null}}]}";

        assertThat(AnnotationCodec.read(node(text), KEY, ThirdPartyAllocations.class))
                .contains(new ThirdPartyAllocations(List.of(new ThirdPartyAllocation(null, null, Map.of()))));
    }

    private static Node node(String value) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .addToAnnotations(KEY, value)
                .endMetadata()
                .build();
    }

    @Test
    void readsNoAnnotationOfAPodThatIsTooLong() {
        String key = Annotations.POD_RESOURCE_STATUS;
        String text = "{\"cpuset\":\"0\"" + " ".repeat(AnnotationCodec.LONGEST) + "}";
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName("p")
                .addToAnnotations(key, text)
                .endMetadata()
                .build();
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(key, text)
                .endMetadata()
                .build();

        assertThat(AnnotationCodec.text(pod, key)).isEmpty();
        assertThat(AnnotationCodec.tooLong(pod, key))
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains(text.length() + " characters", "allowed are 16384"));
        assertThatThrownBy(() -> AnnotationCodec.read(pod, key, ResourceStatus.class))
                .isInstanceOf(BadAnnotationException.class)
                .hasMessageContaining("Pod/p: annotation " + key)
                .hasMessageContaining("characters are not read")
                .hasMessageNotContaining(" ".repeat(300));
        assertThat(AnnotationCodec.read(node, key, ResourceStatus.class)).isPresent();
        assertThat(AnnotationCodec.tooLong(node, key)).isEmpty();
    }

    @Test
    void refusesALongQuantity() {
        String text = "{\"numaNodeResources\":[{\"resources\":{\"cpu\":\"%s\"}}]}".formatted("9".repeat(10_000));

        assertThatThrownBy(() -> AnnotationCodec.decode("Pod/p", "key", text, ResourceStatus.class))
                .isInstanceOf(BadAnnotationException.class);
    }
}
