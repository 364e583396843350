package io.koordbridge.colo.quota;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.table.ResourceAmount;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;

/** The terms of one quota as text. */
@PureCore
final class QuotaExplanationFormatter {

    private QuotaExplanationFormatter() {}

    static String of(JsonNode explanation) {
        List<String> lines = new ArrayList<>();
        lines.add("Quota " + explanation.path("quota").asText() + ", below "
                + explanation.path("parent").asText());
        explanation.path("resources").forEach(term -> resource(term, lines));
        List<String> waiting = new ArrayList<>();
        explanation
                .path("waiting")
                .forEach(pod -> waiting.add("  " + pod.path("pod").asText() + ": "
                        + pod.path("reason").asText()));
        if (!waiting.isEmpty()) {
            lines.add("");
            lines.add("Pods that wait:");
            lines.addAll(waiting);
        }
        return String.join("\n", lines);
    }

    private static void resource(JsonNode term, List<String> lines) {
        String name = term.path("resource").asText();
        JsonNode level = term.path("level");
        lines.add("");
        lines.add(name + ": runtime " + amount(name, term.path("runtime")) + " = "
                + term.path("reason").asText());
        lines.add("  demand:  requests " + amount(name, term.at("/demand/request")) + ", uses "
                + amount(name, term.at("/demand/used")) + ", maximum " + amount(name, term.at("/demand/max")));
        lines.add("  promise: minimum " + amount(name, term.at("/promise/min")) + ", scaled "
                + amount(name, term.at("/promise/scaledMin"))
                + (term.at("/promise/lent").asBoolean() ? ", lent while not requested" : ", not lent"));
        lines.add("  level:   the parent has " + amount(name, level.path("total")) + ", first parts sum up to "
                + amount(name, level.path("promised")));
        amounts("  lend:    ", name, term.path("lenders"), lines);
        amounts("  borrow:  ", name, term.path("borrowers"), lines);
    }

    private static void amounts(String what, String resource, JsonNode byName, List<String> lines) {
        List<String> parts = new ArrayList<>();
        byName.properties().forEach(one -> parts.add(one.getKey() + " " + amount(resource, one.getValue())));
        if (!parts.isEmpty()) {
            lines.add(what + String.join(", ", parts));
        }
    }

    private static String amount(String resource, JsonNode amount) {
        return ResourceAmount.of(resource, amount.asLong());
    }
}
