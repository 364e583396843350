package io.koordbridge.copilot.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonObjectTest {

    private static final Map<String, Object> MEMBERS = new HashMap<>();

    static {
        MEMBERS.put("text", "a");
        MEMBERS.put("whole", 7L);
        MEMBERS.put("part", 0.5);
        MEMBERS.put("below", -1L);
        MEMBERS.put("flag", true);
        MEMBERS.put("none", null);
        MEMBERS.put("list", List.of("a", "b"));
        MEMBERS.put("mixed", Arrays.asList("a", 1L));
        MEMBERS.put("object", Map.of("inner", "x"));
    }

    private final JsonObject object = JsonObject.of(MEMBERS);

    @Test
    void readsMembersByTheirType() throws JsonException {
        assertThat(object.text("text")).isEqualTo("a");
        assertThat(object.amount("whole", 0)).isEqualTo(7);
        assertThat(object.flag("flag")).isTrue();
        assertThat(object.texts("list")).containsExactly("a", "b");
        assertThat(object.object("object").text("inner")).isEqualTo("x");
        assertThat(object.scalar("whole")).isEqualTo("7");
        assertThat(object.scalar("text")).isEqualTo("a");
    }

    @Test
    void takesNullForAbsent() throws JsonException {
        assertThat(object.has("none")).isFalse();
        assertThat(object.text("none")).isNull();
        assertThat(object.amount("none", 3)).isEqualTo(3);
        assertThat(object.flag("none")).isFalse();
        assertThat(object.texts("absent")).isEmpty();
        assertThat(object.object("absent")).isNull();
    }

    @Test
    void namesTheMemberOfAnotherType() {
        assertThatThrownBy(() -> object.text("whole")).hasMessage("whole must be a string");
        assertThatThrownBy(() -> object.flag("text")).hasMessage("text must be true or false");
        assertThatThrownBy(() -> object.amount("part", 0)).hasMessageContaining("part must be a whole number");
        assertThatThrownBy(() -> object.amount("below", 0)).hasMessageContaining("of at least 0, got -1");
        assertThatThrownBy(() -> object.texts("mixed")).hasMessage("mixed must be an array of strings");
        assertThatThrownBy(() -> object.scalar("object")).hasMessageContaining("object must be a string");
    }
}
