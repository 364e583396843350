package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YarnNodeManagerReaderTest {

    private static Decoded<YarnNodeManager> nodeManager(String text) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_YARN_NODE_MANAGER, text.replace('\'', '"'))
                .endMetadata()
                .build();
        return YarnNodeManagerReader.read(node);
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
    void aPlacementOfAnotherNameMakesTheDocumentUnreadable() {
        Decoded<YarnNodeManager> read = nodeManager("{'nodeId':'h:8041','placement':'SOMEWHERE'}");

        assertThat(read.value()).isNull();
        assertThat(read.problems())
                .extracting(WireProblem::document)
                .containsExactly(Annotations.NODE_YARN_NODE_MANAGER);
    }
}
