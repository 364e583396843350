package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ShapesTest {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Property
    void durationsKeepTheirLength(@ForAll @LongRange(min = 0, max = 315_360_000_000L) long millis) {
        JsonNode taken = Shapes.duration(Duration.ZERO).taken("d", JSON.textNode(millis + "ms"), new Draft());

        String text = taken.textValue();
        assertThat(text.endsWith("ms") ? number(text, 2) : number(text, 1) * 1000)
                .isEqualTo(millis);
    }

    private static long number(String text, int unit) {
        return Long.parseLong(text.substring(0, text.length() - unit));
    }

    @Test
    void longTextsAreRefusedAndShortenedInTheMessage() {
        assertThatThrownBy(() -> Shapes.text("name", JSON.textNode("x".repeat(10_000))))
                .satisfies(refused ->
                        assertThat(refused.getMessage()).hasSizeLessThan(400).contains("…"));
    }

    @Test
    void mapsOfMoreEntriesThanThereAreResourcesAreRefused() {
        ObjectNode map = JSON.objectNode();
        for (int at = 0; at < 201; at++) {
            map.put("r" + at, 1);
        }

        assertThatThrownBy(() -> Shapes.numbers(0, 100).taken("m", map, new Draft()))
                .hasMessage("m: 201 entries is not allowed, allowed: at most 200");
    }

    @Test
    void aStrategyKeepsTheDefaultOfWhatItLeavesOut() {
        Draft draft = new Draft();

        JsonNode taken = Shapes.strategy().taken("s", JSON.objectNode().put("type", ""), draft);

        assertThat(taken).hasToString("{\"type\":\"LeastAllocated\"}");
        assertThat(draft.finish().untranslated()).isEmpty();
    }
}
