package io.koordbridge.descheduler.decide.fields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.binding.PlainJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictFieldsTest {

    private final List<String> problems = new ArrayList<>();

    private StrictFields fields(String json) {
        try {
            return StrictFields.of(PlainJson.MAPPER.readTree(json.replace('\'', '"')), "", problems);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    @Test
    void valuesAreRead() {
        StrictFields fields =
                fields("{'n': 3, 't': 'x', 'd': '1m30s', 'f': true, 'l': ['a'], 'o': {'i': 1}, 'os': [{'i': 2}]}");

        assertThat(fields.whole("n", 0)).contains(3);
        assertThat(fields.text("t")).isEqualTo("x");
        assertThat(fields.duration("d")).contains(Duration.ofSeconds(90));
        assertThat(fields.flag("f")).isTrue();
        assertThat(fields.texts("l")).containsExactly("a");
        assertThat(fields.object("o").whole("i", 0)).contains(1);
        assertThat(fields.objects("os"))
                .singleElement()
                .satisfies(one -> assertThat(one.whole("i", 0)).contains(2));
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"5m0s, 300000", "1h, 3600000", "1.5s, 1500", "250ms, 250", "0, 0", "1h2m3s, 3723000"})
    void durationsAreReadAsGoWritesThem(String text, long millis) {
        assertThat(fields("{'d': '" + text + "'}").duration("d")).contains(Duration.ofMillis(millis));
        assertThat(problems).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "-5m",
        "5",
        "m",
        "5m 3s",
        "5d",
        "''",
        "9ms",
        "1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h"
    })
    void otherTextsAreNotDurations(String text) {
        assertThat(fields("{'d': '" + text + "'}").duration("d", Duration.ofMillis(10)))
                .isEmpty();
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("invalid d: '" + text + "'; allowed: a duration of 10ms or more");
    }

    @Test
    void absentFieldsAndThoseOfAnotherTypeHaveTheGivenValue() {
        StrictFields fields = fields("{'f': 'x', 't': 1}");

        assertThat(fields.flag("f", true)).isTrue();
        assertThat(fields.flag("absent", true)).isTrue();
        assertThat(fields.text("t", "a")).isEqualTo("a");
        assertThat(fields.text("absent", "a")).isEqualTo("a");
        assertThat(problems)
                .containsExactly("invalid f: 'x'; allowed: true or false", "invalid t: '1'; allowed: a text");
    }

    @Test
    void entriesOfWrongTypeAreLeftOut() {
        StrictFields fields = fields("{'l': ['a', 3, '']}");

        assertThat(fields.texts("l")).containsExactly("a");
        assertThat(fields.anyTexts("l")).containsExactly("a", "");
        assertThat(problems)
                .containsExactly(
                        "invalid l: '3'; allowed: texts that are not empty",
                        "invalid l: ''; allowed: texts that are not empty",
                        "invalid l: '3'; allowed: texts");
    }

    @Test
    void aProblemMayNameAnotherValueThanTheDocument() {
        fields("{}").object("o").refuse("n", "7", "up to 5");

        assertThat(problems).containsExactly("invalid o.n: '7'; allowed: up to 5");
    }

    @Test
    void nullIsLikeAbsent() {
        StrictFields fields = fields("{'n': null, 'd': null, 's': null, 'f': null, 'l': null}");

        assertThat(fields.whole("n", 0)).isEmpty();
        assertThat(fields.duration("d")).isEmpty();
        assertThat(fields.selector("s").source()).isNull();
        assertThat(fields.flag("f")).isFalse();
        assertThat(fields.texts("l")).isEmpty();
        assertThat(problems).isEmpty();
    }

    @Test
    void aWrongValueNamesItsPathAndRange() {
        StrictFields fields = fields("{'o': {'d': '-5s', 'n': 99999999999, 'l': [1]}, 'x': 1}");
        fields.only(Set.of("o"));
        fields.object("o").duration("d");
        fields.object("o").whole("n", 1);
        fields.object("o").texts("l");

        assertThat(problems)
                .containsExactly(
                        "invalid x: '1'; allowed: no such field; the fields are o",
                        "invalid o.d: '-5s'; allowed: a duration of 0s or more, such as 5m0s",
                        "invalid o.n: '99999999999'; allowed: a whole number from 1 to 2147483647",
                        "invalid o.l: '1'; allowed: texts that are not empty");
    }

    @Test
    void selectorsHoldTextsOnly() {
        assertThat(fields("{'s': {'matchLabels': {'a': 3}}}").selector("s").source())
                .isNull();
        assertThat(fields("{'s': {'matchExpressions': [{'key': 'a', 'operator': 'In', 'values': ['']}]}}")
                        .selector("s")
                        .matches(Map.of("a", "")))
                .isTrue();
        assertThat(problems).containsExactly("invalid s.matchLabels.a: '3'; allowed: a text");
    }

    @Test
    void selectorsAreChecked() {
        StrictFields fields = fields("{'good': {'matchLabels': {'a': 'b'}}, 'bad': {'matchExpressions': [{'key': 'a',"
                + " 'operator': 'Like'}]}, 'odd': {'matchLabels': 'x'}, 'more': {'labels': {}}}");

        assertThat(fields.selector("good").matches(Map.of("a", "b"))).isTrue();
        assertThat(fields.selector("bad").matches(Map.of("a", "b"))).isFalse();
        assertThat(fields.selector("odd").source()).isNull();
        fields.selector("more");
        assertThat(problems).hasSize(3);
    }

    @Test
    void problemsAndTheirTextAreBounded() {
        StringBuilder json =
                new StringBuilder("{'a': '").append("x".repeat(10_000)).append('\'');
        for (int i = 0; i < 1_000; i++) {
            json.append(", 'f").append(i).append("': 1");
        }
        fields(json.append('}').toString()).only(Set.of());

        assertThat(problems).hasSize(100).allMatch(problem -> problem.length() < 300);
    }
}
