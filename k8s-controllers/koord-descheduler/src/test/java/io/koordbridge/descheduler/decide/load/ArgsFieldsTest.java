package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgsFieldsTest {

    private final ObjectNode object = JsonNodeFactory.instance.objectNode();
    private final List<String> problems = new ArrayList<>();
    private final ArgsFields fields = new ArgsFields(object, "args", problems);

    @ParameterizedTest
    @CsvSource({"5m0s, 300000", "1h, 3600000", "1.5s, 1500", "250ms, 250", "0, 0", "1h2m3s, 3723000"})
    void durationsAreReadAsGoWritesThem(String text, long millis) {
        object.put("d", text);

        assertThat(fields.duration("d", Duration.ZERO)).isEqualTo(Duration.ofMillis(millis));
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
        "1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h1h"
    })
    void otherTextsAreNoDurations(String text) {
        object.put("d", text);

        assertThat(fields.duration("d", Duration.ofSeconds(7))).isEqualTo(Duration.ofSeconds(7));
        assertThat(problems).hasSize(1).first().asString().startsWith("invalid args.d: '");
    }

    @Test
    void nullStandsForAnAbsentField() {
        object.putNull("w").putNull("o").putNull("t");

        assertThat(fields.whole("w", 1, 4)).isEqualTo(4);
        assertThat(fields.has("w")).isFalse();
        assertThat(fields.object("o").text("x")).isEmpty();
        assertThat(fields.texts("t")).isEmpty();
        assertThat(problems).isEmpty();
    }

    @Test
    void longValuesAreCutInProblems() {
        object.put("w", "x".repeat(500));

        fields.whole("w", 1, 4);

        assertThat(problems.get(0)).hasSizeLessThan(150);
    }
}
