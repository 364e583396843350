package io.koordbridge.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindingProblemsTest {

    private static final ObjectMapper MAPPER = StrictBinding.mapper().build();

    record Part(String name, long amount) {}

    record Whole(List<Part> parts, boolean open) {}

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'parts': [{'name': 'a'}, {'amount': 'many'}]} | parts[1].amount = \"many\", allowed: a whole number of 64 bits",
                "{'parts': [{'name': 5}]}                       | parts[0].name = 5, allowed: a text",
                "{'parts': {}}                                  | parts = {}, allowed: an array",
                "{'parts': [7]}                                 | parts[0] = 7, allowed: an object",
                "{'open': []}                                   | open = [], allowed: true or false",
                "[]                                             | it = [], allowed: an object",
            })
    void namesFieldValueAndWhatIsAllowed(String json, String problem) throws JsonProcessingException {
        JsonNode tree = MAPPER.readTree(json.replace('\'', '"'));

        assertThat(BindingProblems.of(failure(tree), tree, "")).isEqualTo(problem);
    }

    @Test
    void aPathBeginsWhereTheTreeLiesInTheObject() throws JsonProcessingException {
        JsonNode tree = MAPPER.readTree("{\"open\": 5}");

        assertThat(BindingProblems.of(failure(tree), tree, "spec")).isEqualTo("spec.open = 5, allowed: true or false");
    }

    @Test
    void aLongValueIsCutAndAMissingOneIsNothing() {
        JsonNode text = MAPPER.getNodeFactory().textNode("x".repeat(500));

        assertThat(BindingProblems.problem("name", text, Long.class))
                .hasSizeLessThan(160)
                .contains("xxx...");
        assertThat(BindingProblems.problem("name", MissingNode.getInstance(), null))
                .isEqualTo("name = nothing, allowed: another value");
    }

    private static MismatchedInputException failure(JsonNode tree) {
        return catchThrowableOfType(MismatchedInputException.class, () -> MAPPER.treeToValue(tree, Whole.class));
    }
}
