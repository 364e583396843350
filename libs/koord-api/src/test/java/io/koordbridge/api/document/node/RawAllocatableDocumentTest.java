package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawAllocatableDocumentTest {

    @Test
    void readsAmounts() {
        assertThat(RawAllocatableDocument.of(new NodeBuilder()
                        .withNewMetadata()
                        .addToAnnotations(Annotations.NODE_RAW_ALLOCATABLE, "{\"cpu\":\"8\",\"memory\":1024}")
                        .endMetadata()
                        .build()))
                .isEqualTo(Decoded.of(Map.of("cpu", new Quantity("8"), "memory", new Quantity("1024"))));
        assertThat(RawAllocatableDocument.read("null").isAbsent()).isTrue();
        assertThat(RawAllocatableDocument.read(null).isAbsent()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"cpu\":\"-1\",\"memory\":\"1Ki\"} | {memory=1Ki} | field cpu: '-1'",
                "{\"memory\":\"1Ei\"} | {memory=9007199254740992} | field memory: '1Ei'"
            })
    void keepsTheRestOfAWrongDocument(String text, String rest, String problem) {
        Decoded<Map<String, Quantity>> read = RawAllocatableDocument.read(text);

        assertThat(read.value()).hasToString(rest);
        assertThat(read.problems())
                .singleElement()
                .extracting(WireProblem::message)
                .asString()
                .contains(problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "7", "{\"cpu\":\"8 cores\"}", "{\"cpu\":{}}"})
    void refusesWhatIsNoListOfAmounts(String text) {
        assertThat(RawAllocatableDocument.read(text).value()).isNull();
        assertThat(RawAllocatableDocument.read(text).problems()).hasSize(1);
    }
}
