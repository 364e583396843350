package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnDrain;
import io.koordbridge.api.annotation.YarnDrainStatus;
import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class YarnDrainReaderTest {

    private static Node node(String key, String text) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(key, text.replace('\'', '"'))
                .endMetadata()
                .build();
    }

    private static Decoded<YarnDrain> drain(String text) {
        return YarnDrainReader.drain(node(Annotations.NODE_YARN_DRAIN, text));
    }

    @Test
    void anOrderSaysAllOrHasTheDefaults() {
        assertThat(
                        drain(
                                "{'id':'a','time':'2026-01-01T00:00:00Z','timeoutSeconds':30,'evictMasters':true,'deletePod':true}"))
                .isEqualTo(Decoded.of(new YarnDrain("a", "2026-01-01T00:00:00Z", 30L, true, true)));
        assertThat(drain("{'id':'a'}")).isEqualTo(Decoded.of(new YarnDrain("a", null, 600L, false, false)));
    }

    @Test
    void aTimeoutIsBroughtIntoRange() {
        assertThat(drain("{'id':'a','timeoutSeconds':-5}").value())
                .extracting(YarnDrain::timeoutSeconds)
                .isEqualTo(1L);
        assertThat(drain("{'id':'a','timeoutSeconds':9007199254740993}").value())
                .extracting(YarnDrain::timeoutSeconds)
                .isEqualTo(86_400L);
        assertThat(drain("{'id':'a','timeoutSeconds':0}").problems())
                .extracting(WireProblem::field)
                .containsExactly("timeoutSeconds");
    }

    @Test
    void withoutAUsableIdNothingIsDrained() {
        for (String bad : List.of("{}", "{'id':' '}", "{'id':'" + "x".repeat(65) + "'}", "drain", "{'id':3}", "[]")) {
            assertThat(drain(bad).value()).isNull();
            assertThat(drain(bad).problems()).hasSize(1);
        }
        assertThat(drain("null").isAbsent()).isTrue();
    }

    @Test
    void aFreezeThatCannotBeReadFreezes() {
        assertThat(YarnDrainReader.frozen(node(Annotations.NODE_YARN_FROZEN, "{'time':'t','reason':'r'}")))
                .isEqualTo(Decoded.of(new YarnFrozen("t", "r")));
        Decoded<YarnFrozen> bad = YarnDrainReader.frozen(node(Annotations.NODE_YARN_FROZEN, "yes"));
        assertThat(bad.value()).isEqualTo(new YarnFrozen(null, null));
        assertThat(bad.problems()).hasSize(1);
        assertThat(YarnDrainReader.frozen(node("other", "yes")).isAbsent()).isTrue();
    }

    @Test
    void aStatusIsReadAsItWasWritten() {
        assertThat(YarnDrainReader.status(node(
                        Annotations.NODE_YARN_DRAIN_STATUS,
                        "{'id':'a','state':'DONE','pods':['u'],'over':{'b':'FAILED'},'more':1}")))
                .isEqualTo(Decoded.of(
                        new YarnDrainStatus("a", "DONE", List.of("u"), null, null, null, Map.of("b", "FAILED"))));
    }
}
