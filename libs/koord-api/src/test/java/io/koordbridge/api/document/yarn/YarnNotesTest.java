package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnMasters;
import io.koordbridge.api.annotation.YarnNodeManager;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static Decoded<YarnNodeManager> nodeManager(String text) {
        return YarnNodeManagerReader.read(node(Annotations.NODE_YARN_NODE_MANAGER, text));
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

    @ParameterizedTest
    @ValueSource(strings = {"{'vcores':-1,'memoryMB':1}", "{'vcores':1}", "{}", "{'vcores':1,'memoryMB':2147483648}"})
    void aCapacityOutOfRangeIsTakenOut(String capacity) {
        Decoded<YarnNodeManager> read = nodeManager("{'nodeId':'h:8041','capacity':" + capacity + "}");

        assertThat(read.value()).isEqualTo(YarnNodeManager.of("h:8041", null, null));
        assertThat(read.problems()).extracting(WireProblem::field).containsExactly("capacity");
        assertThat(ToldCapacityReader.read(capacity.replace('\'', '"')).value()).isNull();
    }

    @Test
    void aNodeManagerMayBeKnownWithoutACapacity() {
        assertThat(nodeManager("{'nodeId':'h:8041','capacity':null,'placement':'CONFIRMED','strangers':false}"))
                .isEqualTo(Decoded.of(new YarnNodeManager(
                        "h:8041", null, null, null, YarnNodeManager.Placement.CONFIRMED, false, null, null)));
        assertThat(nodeManager("{}")).isEqualTo(Decoded.of(YarnNodeManager.of(null, null, null)));
    }

    @Test
    void mastersAndAnAnswerAreReadWithBounds() {
        Decoded<YarnNodeManager> read = nodeManager("{'masters':{'vcores':1,'memoryMB':2048},'answers':'q1'}");
        assertThat(read.isGood()).isTrue();
        assertThat(read.value().masters()).isEqualTo(new YarnResource(1L, 2048L));
        assertThat(read.value().answers()).isEqualTo("q1");

        Decoded<YarnNodeManager> bad = nodeManager("{'masters':{'vcores':-1,'memoryMB':2048},'answers':'q1'}");
        assertThat(bad.value().masters()).isNull();
        assertThat(bad.problems()).extracting(WireProblem::field).containsExactly("masters");
    }

    @Test
    void aCapacityMayComeWithoutAName() {
        assertThat(nodeManager("{'capacity':{'vcores':7,'memoryMB':2147483647}}"))
                .isEqualTo(Decoded.of(YarnNodeManager.of(null, new YarnResource(7L, 2_147_483_647L), null)));
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
