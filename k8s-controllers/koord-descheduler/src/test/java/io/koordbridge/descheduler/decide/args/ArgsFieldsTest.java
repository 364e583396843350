package io.koordbridge.descheduler.decide.args;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgsFieldsTest {

    private final ObjectNode object = JsonNodeFactory.instance.objectNode();
    private final List<String> problems = new ArrayList<>();

    @Test
    void longValueIsShownInPart() {
        object.put("dryRun", "x".repeat(1000));

        assertThat(fields("dryRun").flag("dryRun", true)).isTrue();
        assertThat(problems).containsExactly("invalid at.dryRun: '" + "x".repeat(64) + "...'; allowed: true or false");
    }

    @Test
    void nullCountsAsAbsent() {
        object.putNull("count");

        assertThat(fields("count").whole("count", 1, 7)).isEqualTo(7);
        assertThat(problems).isEmpty();
    }

    @Test
    void entriesOfWrongTypeAreLeftOut() {
        object.putArray("names").add("a").add(3);
        object.putObject("labels").put("a", "b").put("c", 4);

        ArgsFields fields = fields("names", "labels");

        assertThat(fields.texts("names")).containsExactly("a");
        assertThat(fields.textMap("labels")).isEqualTo(Map.of("a", "b"));
        assertThat(problems)
                .containsExactly(
                        "invalid at.names: '3'; allowed: an array of texts",
                        "invalid at.labels.c: '4'; allowed: a text");
    }

    @Test
    void valueOutOfRangeIsKeptWithItsProblem() {
        object.put("count", -3);

        assertThat(fields("count").whole("count", 0, 7)).isEqualTo(-3);
        assertThat(problems).containsExactly("invalid at.count: '-3'; allowed: a whole number from 0 to 2147483647");
    }

    private ArgsFields fields(String... known) {
        return new ArgsFields(object, "at", problems, Set.of(known));
    }
}
