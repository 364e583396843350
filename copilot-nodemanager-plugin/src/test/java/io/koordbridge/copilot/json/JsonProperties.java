package io.koordbridge.copilot.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class JsonProperties {

    @Property(tries = 500)
    void readsBackWhatItWrites(@ForAll Map<String, List<Long>> value) throws JsonException {
        Object clamped = JsonParser.parse(JsonWriter.write(value));

        assertThat(JsonWriter.write(clamped).length()).isPositive();
        assertThat(((Map<?, ?>) clamped).keySet()).isEqualTo(value.keySet());
    }

    @Property(tries = 500)
    void readsBackEveryText(@ForAll String text) throws JsonException {
        assertThat(JsonParser.parse(JsonWriter.write(text))).isEqualTo(text);
    }

    @Property(tries = 1000)
    void anyTextIsReadOrRefusedWithAReason(@ForAll String text) {
        try {
            JsonParser.parse("{\"a\":" + text);
        } catch (JsonException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
