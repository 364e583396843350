package io.koordbridge.koordlet.kubepods;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NormalizationRatioTest {

    private final List<String> problems = new ArrayList<>();

    private double next(String text, double before) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .addToAnnotations("node.koordinator.sh/cpu-normalization-ratio", text)
                .endMetadata()
                .build();
        return NormalizationRatio.next(Optional.of(NodeFacts.of(node, null, problems::add)), before, problems::add);
    }

    @ParameterizedTest
    @CsvSource({"1.5, -1, 1.5", "1.509, 1.5, 1.5", "1.51, 1.5, 1.51", "1e1, 2, 10", ".5, 2, 0.5"})
    void aNumberAboveZeroIsTakenWhereItDiffers(String text, double before, double ratio) {
        assertThat(next(text, before)).isEqualTo(ratio);
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "abc", "0", "-1", "1.5d", "0x2", "NaN", "Infinity", "1e999", "1e9", "1,5", "1e-999", " 2 "})
    void anythingElseIsReportedAndTheLastRatioHolds(String text) {
        assertThat(next(text, 1.5)).isEqualTo(1.5);
        assertThat(problems)
                .containsExactly("Node/n1: invalid node.koordinator.sh/cpu-normalization-ratio: '" + text
                        + "'; allowed: a number above 0, up to 1000000; the last good ratio stays");
    }

    @Test
    void aLongTextIsCutInTheMessage() {
        assertThat(next("9".repeat(100_000), 1.5)).isEqualTo(1.5);
        assertThat(problems).singleElement().asString().hasSizeLessThan(250).contains("9...'");
    }

    @Test
    void anUnknownNodeChangesNothing() {
        assertThat(NormalizationRatio.next(Optional.empty(), 1.5, problems::add))
                .isEqualTo(1.5);
    }
}
