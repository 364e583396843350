package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnMasters;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the node agent tells yarn-operator. */
class YarnNotesTest {

    private record Note(String key, Function<Node, Decoded<?>> reader) {}

    private static final List<Note> NOTES = List.of(
            new Note(Annotations.NODE_YARN_MASTERS, YarnMastersReader::read),
            new Note(Annotations.NODE_YARN_EVICTED, YarnEvictedReader::read),
            new Note(Annotations.NODE_YARN_NODE_MANAGER, YarnNodeManagerReader::read));

    private static Node node(String key, String text) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(key, text.replace('\'', '"'))
                .endMetadata()
                .build();
    }

    private static Decoded<YarnMasters> masters(String text) {
        return YarnMastersReader.read(node(Annotations.NODE_YARN_MASTERS, text));
    }

    @TestFactory
    Stream<DynamicTest> oddTextsAreReadAlike() {
        return NOTES.stream()
                .map(note -> DynamicTest.dynamicTest(note.key(), () -> {
                    assertThat(note.reader().apply(node("other", "{")).isAbsent())
                            .isTrue();
                    assertThat(note.reader().apply(node(note.key(), "null")).isAbsent())
                            .isTrue();
                    for (String odd : List.of("", "{", "[]", "7", "'x'", "{} x", "x".repeat(100_000))) {
                        Decoded<?> read = note.reader().apply(node(note.key(), odd));
                        assertThat(read.value()).isNull();
                        assertThat(read.problems())
                                .extracting(WireProblem::document)
                                .containsExactly(note.key());
                    }
                }));
    }

    @Test
    void listsOfMastersMayBeAbsentAndHaveNoNulls() {
        assertThat(masters("{}")).isEqualTo(Decoded.of(new YarnMasters(null, null)));
        assertThat(masters("{'masters':['a',null],'tasks':null}"))
                .isEqualTo(Decoded.of(new YarnMasters(List.of("a"), null)));
        assertThat(masters("{'masters':7}").value()).isNull();
        assertThat(masters("{'masters':[7]}").value()).isNull();
    }

    @Test
    void thePluginsFileIsReadWithTheSameBounds() {
        assertThat(ToldCapacityReader.read(null).isAbsent()).isTrue();
        assertThat(ToldCapacityReader.read("{\"vcores\":7,\"memoryMB\":6144}"))
                .isEqualTo(Decoded.of(new YarnResource(7L, 6144L)));
        assertThat(ToldCapacityReader.read("{\"vcores\":-1,\"memoryMB\":1}").problems())
                .singleElement()
                .extracting(WireProblem::message)
                .asString()
                .contains("told.json", "vcores -1", "from 0 to 2147483647");
    }
}
