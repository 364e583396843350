package io.koordbridge.colo.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FieldRuleTest {

    private static final List<FieldRule> RULES = List.of(
            FieldRule.to("a", "config.x.a", Shapes.flag()),
            FieldRule.none("b", "There is no b.", "7"),
            FieldRule.inside("c", List.of(FieldRule.none("d", "There is no d."))));

    private static Conversion applied(ObjectNode object) {
        Draft draft = new Draft();
        FieldRule.apply(RULES, "top", object, Set.of("kind"), draft);
        return draft.finish();
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Test
    void eachFieldIsTakenOrNamedWithItsPath() {
        ObjectNode object = object().put("kind", "K").put("a", true).put("b", 8).put("e", 1);
        object.putObject("c").put("d", "x");

        Conversion conversion = applied(object);

        assertThat(conversion.values()).hasToString("{\"scheduler\":{\"config\":{\"x\":{\"a\":true}}}}");
        assertThat(conversion.untranslated())
                .extracting(Untranslated::line)
                .containsExactly(
                        "top.b: 8 is not translated. There is no b.",
                        "top.e: 1 is not translated. This command has no rule for such a field.",
                        "top.c.d: \"x\" is not translated. There is no d.");
    }

    @Test
    void anAbsentValueAndOneThatHoldsAnywayAreSilent() {
        ObjectNode object = object().put("b", 7);
        object.putNull("a");
        object.putNull("e");

        assertThat(applied(object).untranslated()).isEmpty();
        assertThat(applied(object).values()).hasToString("{\"scheduler\":{}}");
    }
}
