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

class OriginTest {

    private static Decoded<Origin> read(String text) {
        return Origin.read(new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_ORIGIN_ALLOCATABLE, text.replace('\'', '"'))
                .endMetadata()
                .build());
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "{'resources':null}", "{'later':1}"})
    void whatSaysNothingIsAbsent(String text) {
        assertThat(read(text).isAbsent()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "'x'",
                "{'resources':7}",
                "{'resources':{'kubernetes.io/batch-cpu':'lots'}}",
                "{} x"
            })
    void whatHasAnotherShapeIsUnreadable(String text) {
        assertThat(read(text).value()).isNull();
        assertThat(read(text).problems())
                .extracting(WireProblem::document)
                .containsExactly(Annotations.NODE_ORIGIN_ALLOCATABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "0, true",
        "20k, true",
        "9007199254740992, true",
        "-1, false",
        "9007199254740993, false",
        "1e9999, false"
    })
    void anAmountOutOfRangeIsNamedAndLeftAsItIs(String cpu, boolean good) {
        Decoded<Origin> read = read("{'resources':{'kubernetes.io/batch-cpu':'" + cpu + "','example.com/x':'-1'}}");

        assertThat(read.isGood()).isEqualTo(good);
        assertThat(read.orElse(new Origin(Map.of())).resources())
                .containsEntry("kubernetes.io/batch-cpu", new Quantity(cpu))
                .containsKey("example.com/x");
    }

    @Test
    void aNullAmountIsMissing() {
        assertThat(read("{'resources':{'kubernetes.io/batch-cpu':null}}")).isEqualTo(Decoded.of(new Origin(Map.of())));
    }
}
