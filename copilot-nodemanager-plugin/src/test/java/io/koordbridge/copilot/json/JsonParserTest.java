package io.koordbridge.copilot.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonParserTest {

    @Test
    void readsEveryKindOfValue() throws JsonException {
        Object value = JsonParser.parse(
                " {\"a\":[1,-2.5,1e3,true,false,null],\"b\":{\"c\":\"x\\n\\u00e9\\\"\"},\"d\":[],\"e\":{}} ");

        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -2.5, 1000.0, true, false, null));
        expected.put("b", Map.of("c", "x\né\""));
        expected.put("d", List.of());
        expected.put("e", Map.of());
        assertThat(value).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "01",
                "1.",
                ".5",
                "+1",
                "nul",
                "tru",
                "'a'",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "{\"a\":1} x",
                "[1 2]",
                "\"\t\"",
                "{\"a\":1,\"a\":2}",
                "NaN"
            })
    void refusesWhatIsNotJson(String text) {
        assertThatExceptionOfType(JsonException.class).isThrownBy(() -> JsonParser.parse(text));
    }

    @Test
    void refusesDeepNestingInsteadOfOverflowingTheStack() {
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> JsonParser.parse("[".repeat(100_000)))
                .withMessageContaining("nested deeper than");
    }

    @Test
    void writesWhatTheParserReads() throws JsonException {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("text", "a\"b\\c\u0001\ud83d\ude00");
        value.put("list", Arrays.asList(1L, 2.5, null, true));

        assertThat(JsonParser.parse(JsonWriter.write(value))).isEqualTo(value);
    }

    @Test
    void writesNullForWhatIsNotANumber() {
        assertThat(JsonWriter.write(List.of(Double.NaN, Double.POSITIVE_INFINITY)))
                .isEqualTo("[null,null]");
    }

    @Test
    void namesTheMemberOfTheWrongType() throws JsonException {
        JsonObject object = JsonParser.parseObject("{\"force\":\"yes\",\"n\":-1,\"f\":1.5,\"ids\":[1]}");

        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> object.flag("force"))
                .withMessage("force must be true or false");
        assertThatExceptionOfType(JsonException.class)
                .isThrownBy(() -> object.amount("n", 0))
                .withMessage("n must be a whole number of at least 0, got -1");
        assertThatExceptionOfType(JsonException.class).isThrownBy(() -> object.amount("f", 0));
        assertThatExceptionOfType(JsonException.class).isThrownBy(() -> object.texts("ids"));
        assertThat(object.amount("absent", 7)).isEqualTo(7);
    }
}
