package io.koordbridge.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecodedTest {

    private static final String KEY = "example.com/amounts";
    private static final String ALLOWED = "a JSON object";

    @Test
    void anAbsentDocumentHasNoProblemAndNoValue() {
        Decoded<Map<?, ?>> none = read(null);

        assertThat(none.isAbsent()).isTrue();
        assertThat(none.isGood()).isTrue();
        assertThat(none.orLast(Map.of("a", 1))).isNull();
    }

    @Test
    void aBadDocumentLeavesTheLastGoodValue() {
        Decoded<Map<?, ?>> bad = read("{");

        assertThat(bad.isAbsent()).isFalse();
        assertThat(bad.orLast(Map.of("a", 1))).isEqualTo(Map.of("a", 1));
        assertThat(bad.orLast(null)).isNull();
        assertThat(bad.problems())
                .singleElement()
                .extracting(WireProblem::message)
                .isEqualTo("invalid example.com/amounts: '{'; allowed: a JSON object");
    }

    @Test
    void aGoodDocumentReplacesTheLastValue() {
        Decoded<Map<?, ?>> good = read("{\"b\": 2}");

        assertThat(good.orLast(Map.of("a", 1))).isEqualTo(Map.of("b", 2));
        assertThat(good.map(Map::size).found()).contains(1);
    }

    @Test
    void withoutALastValueWhatCouldBeReadCounts() {
        Decoded<String> partly = new Decoded<>("part", List.of(new WireProblem(KEY, "x", "?", ALLOWED)));

        assertThat(partly.orLast("last", "none")).isEqualTo("last");
        assertThat(partly.orLast(null, "none")).isEqualTo("part");
        assertThat(Decoded.<String>absent().orLast("last", "none")).isEqualTo("none");
        assertThat(Decoded.of("now").orLast("last", "none")).isEqualTo("now");
    }

    @Test
    void jsonNullCountsAsAbsent() {
        assertThat(read("null").isAbsent()).isTrue();
    }

    @Test
    void aTenantsHugeDocumentIsUnreadable() {
        String huge = "{\"a\": \"" + "9".repeat(20_000) + "\"}";
        var pod = new PodBuilder()
                .withNewMetadata()
                .addToAnnotations(KEY, huge)
                .endMetadata()
                .build();

        assertThat(JsonDocument.of(pod, KEY, Map.class, ALLOWED).problems())
                .singleElement()
                .extracting(WireProblem::message)
                .asString()
                .contains("characters are not read")
                .hasSizeLessThan(300);
    }

    @SuppressWarnings("unchecked")
    private static Decoded<Map<?, ?>> read(String text) {
        return (Decoded<Map<?, ?>>) (Decoded<?>) JsonDocument.of(text, KEY, Map.class, ALLOWED);
    }
}
