package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeRatioDocumentTest {

    @ParameterizedTest
    @CsvSource({"1.20,1.2", "0.8,0.8", "1e1,10", "+2,2", "100,100", "1e3,1000", ".5,0.5"})
    void readsANormalization(String text, double ratio) {
        assertThat(NodeRatioDocument.normalization(text)).isEqualTo(Decoded.of(ratio));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 1.5",
                "1,5",
                "fast",
                "0",
                "-1",
                "NaN",
                "inf",
                "Infinity",
                "1e9",
                "1e999",
                "1.5d",
                "{\"cpu\":1}"
            })
    void refusesWhatIsNoNormalization(String text) {
        assertThat(NodeRatioDocument.normalization(text).value()).isNull();
        assertThat(NodeRatioDocument.normalization(text).problems())
                .singleElement()
                .extracting(WireProblem::message)
                .isEqualTo("invalid node.koordinator.sh/cpu-normalization-ratio: '" + text
                        + "'; allowed: a number above 0, up to 1000000");
    }

    @Test
    void aHugeNormalizationIsRefused() {
        assertThat(NodeRatioDocument.normalization("1." + "0".repeat(100_000)).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).hasSizeLessThan(300));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null"})
    void noAmplificationIsAbsent(String text) {
        assertThat(NodeRatioDocument.amplification(text).isAbsent()).isTrue();
        assertThat(NodeRatioDocument.amplification(null).isAbsent()).isTrue();
        assertThat(NodeRatioDocument.normalization(null).isAbsent()).isTrue();
    }

    @Test
    void readsAmplifications() {
        assertThat(NodeRatioDocument.amplification("{\"cpu\":1.50,\"memory\":2}"))
                .isEqualTo(Decoded.of(Map.of("cpu", 1.5, "memory", 2.0)));
        assertThat(NodeRatioDocument.amplification("{}")).isEqualTo(Decoded.of(Map.of()));
    }

    @Test
    void anAmplificationBelowOneIsNamed() {
        Decoded<Map<String, Double>> read = NodeRatioDocument.amplification("{\"cpu\":0.80,\"memory\":2}");

        assertThat(read.value()).isEqualTo(Map.of("cpu", 0.8, "memory", 2.0));
        assertThat(read.problems())
                .singleElement()
                .extracting(WireProblem::message)
                .isEqualTo(
                        "invalid node.koordinator.sh/resource-amplification-ratio, field cpu: '0.8'; allowed: a number"
                                + " from 1.00 to 1000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cpu\":\"1.5\"}",
                "{\"cpu\":1e9}",
                "{\"cpu\":1e999}",
                "{\"cpu\":null}",
                "{\"cpu\":true}",
                "{",
                "[1.5]",
                "1.5",
                "x"
            })
    void refusesWhatIsNoAmplification(String text) {
        assertThat(NodeRatioDocument.amplification(text).value()).isNull();
        assertThat(NodeRatioDocument.amplification(text).problems()).hasSize(1);
    }
}
