package io.koordbridge.copilot.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    @Test
    void writesEveryKindOfValue() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("text", "a");
        members.put("whole", 7L);
        members.put("part", 0.5);
        members.put("flag", true);
        members.put("none", null);
        members.put("list", Arrays.asList(1, null, "b"));
        members.put("object", Map.of());

        assertThat(JsonWriter.write(members))
                .isEqualTo("{\"text\":\"a\",\"whole\":7,\"part\":0.5,\"flag\":true,\"none\":null,"
                        + "\"list\":[1,null,\"b\"],\"object\":{}}");
    }

    @Test
    void escapesWhatJsonCannotHold() {
        assertThat(JsonWriter.write("say \"hi\"\\\n\u0001")).isEqualTo("\"say \\\"hi\\\"\\\\\\u000a\\u0001\"");
        assertThat(JsonWriter.write("\ud83d")).isEqualTo("\"\\ud83d\"");
        assertThat(JsonWriter.write("grün")).isEqualTo("\"grün\"");
    }

    @Test
    void writesNullForWhatIsNoNumber() {
        assertThat(JsonWriter.write(List.of(Double.NaN, Double.POSITIVE_INFINITY)))
                .isEqualTo("[null,null]");
    }
}
