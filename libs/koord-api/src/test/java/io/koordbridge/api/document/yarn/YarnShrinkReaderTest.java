package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YarnShrinkReaderTest {

    private static final String GOOD = "{'vcores':4,'memoryMB':2048,'deadline':'2026-01-01T00:10:00Z',"
            + "'time':'2026-01-01T00:00:00Z','nodeId':'h:8041'}";

    private static Decoded<YarnShrink> read(String text) {
        return YarnShrinkReader.read(new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_YARN_SHRINK, text.replace('\'', '"'))
                .endMetadata()
                .build());
    }

    @Test
    void theTimeLeftIsThatBetweenBothTimes() {
        Decoded<YarnShrink> read = read(GOOD);

        assertThat(read.isGood()).isTrue();
        assertThat(read.value())
                .isEqualTo(new YarnShrink(4L, 2048L, "2026-01-01T00:10:00Z", "2026-01-01T00:00:00Z", "h:8041", null));
        assertThat(read.value().left()).isEqualTo(Duration.ofMinutes(10));
        assertThat(read(GOOD.replace("00:10", "00:00")).value().left()).isZero();
        assertThat(read(GOOD.replace("10:00Z", "10:00+00:05")).value().left()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void vcoresCountOnlyWhereTheTextSaysSo() {
        assertThat(read(GOOD).value().countsVcores()).isFalse();
        assertThat(read(GOOD.replace("'nodeId'", "'cpu':null,'nodeId'")).value().countsVcores())
                .isFalse();
        assertThat(read(GOOD.replace("'nodeId'", "'cpu':false,'nodeId'"))
                        .value()
                        .countsVcores())
                .isFalse();
        assertThat(read(GOOD.replace("'nodeId'", "'cpu':true,'nodeId'")).value().countsVcores())
                .isTrue();
        for (String bad : List.of("'true'", "1", "{}", "[true]")) {
            assertThat(read(GOOD.replace("'nodeId'", "'cpu':" + bad + ",'nodeId'"))
                            .value())
                    .as(bad)
                    .isNull();
        }
    }

    @Test
    void noAnnotationIsNoShrink() {
        assertThat(YarnShrinkReader.read(new NodeBuilder()
                                .withNewMetadata()
                                .endMetadata()
                                .build())
                        .isAbsent())
                .isTrue();
        assertThat(read("null").isAbsent()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "'vcores':4;'vcores':-4;''",
                "'vcores':4;'vcores':2147483648;''",
                "'vcores':4,;;''",
                "'memoryMB':2048;'memoryMB':null;''",
                "00:10:00Z;00:09;deadline",
                "2026-01-01T00:10:00Z;2025-12-31T23:59:59Z;deadline",
                "2026-01-01T00:10:00Z;2026-01-02T00:00:01Z;deadline",
                "'2026-01-01T00:10:00Z';null;deadline",
                "'2026-01-01T00:00:00Z';'yesterday';time",
                "2026-01-01T00:00:00Z;+999999999-12-31T23:59:59Z;time",
                "'h:8041';null;nodeId",
                "h:8041;h;nodeId"
            })
    void aWrongPartIsNamedAndThereIsNoValue(String good, String bad, String field) {
        Decoded<YarnShrink> read = read(GOOD.replace(good, bad == null ? "" : bad));

        assertThat(read.value()).isNull();
        assertThat(read.isAbsent()).isFalse();
        assertThat(read.problems()).extracting(WireProblem::field).containsExactly(field.replace("''", ""));
    }

    @Test
    void whatIsNoDocumentHasNoValue() {
        for (String bad : List.of("{", "[]", "7", "{'vcores':'4'}", "{'vcores':1e30}", "x".repeat(20_000))) {
            assertThat(read(bad).value()).isNull();
            assertThat(read(bad).problems()).hasSize(1);
        }
    }
}
