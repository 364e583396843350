package io.koordbridge.colo.answer;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/nodes/{name}/explain} of any process: a list of terms and whatever else it says. Only the list and the names in it
 * are required, so that a new field of a process shows up without a new command line.
 *
 * @param facts plain values beside the terms, by their path
 */
public record ExplainAnswer(Map<String, JsonNode> facts, List<Term> terms) {

    /** Named elsewhere, or too long for people: the configuration that was in force. */
    private static final Set<String> NOT_FACTS = Set.of("terms", "node", "time", "strategy");

    private static final Set<String> NOT_AMOUNTS = Set.of("name", "source", "ageSeconds", "unit", "value");

    public ExplainAnswer {
        facts = new LinkedHashMap<>(facts);
        terms = List.copyOf(terms);
    }

    /** A bare list of terms is also an explanation. */
    public static ExplainAnswer of(JsonNode document) {
        JsonNode list = document.isArray() ? document : document.path("terms");
        if (!list.isArray()) {
            throw new IllegalArgumentException("the field \"terms\" is missing");
        }
        Map<String, JsonNode> facts = new LinkedHashMap<>();
        document.properties().stream()
                .filter(field -> !NOT_FACTS.contains(field.getKey()))
                .forEach(field -> collect(field.getKey(), field.getValue(), facts));
        List<Term> terms = new ArrayList<>();
        list.forEach(term -> terms.add(termOf(term)));
        return new ExplainAnswer(facts, terms);
    }

    private static void collect(String path, JsonNode value, Map<String, JsonNode> facts) {
        if (value.isObject()) {
            value.properties().forEach(field -> collect(path + "." + field.getKey(), field.getValue(), facts));
        } else {
            facts.put(path, value);
        }
    }

    private static Term termOf(JsonNode term) {
        if (!term.path("name").isTextual()) {
            throw new IllegalArgumentException("the field \"terms.name\" is missing");
        }
        List<Amount> amounts = new ArrayList<>();
        if (term.has("value")) {
            amounts.add(new Amount(term.path("unit").asText(""), term.path("value")));
        }
        term.properties().stream()
                .filter(field -> !NOT_AMOUNTS.contains(field.getKey()))
                .forEach(field -> amounts.add(new Amount(field.getKey(), field.getValue())));
        JsonNode age = term.path("ageSeconds");
        return new Term(
                term.path("name").asText(),
                amounts,
                term.path("source").asText(""),
                age.isNumber() ? age.decimalValue() : null);
    }

    /** One term of a decision, with one amount or more. */
    public record Term(
            String name,
            List<Amount> amounts,
            String source,
            @Nullable BigDecimal ageSeconds) {
        public Term {
            amounts = List.copyOf(amounts);
        }
    }

    /** A value and what it counts: a unit, or the name of the field with it. */
    public record Amount(String unit, JsonNode value) {}
}
