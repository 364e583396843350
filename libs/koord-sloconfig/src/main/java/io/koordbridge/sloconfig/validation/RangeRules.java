package io.koordbridge.sloconfig.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Allowed;
import io.koordbridge.sloconfig.Exclusions;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.ObjectSchema.Order;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.SchemaVisitor;
import java.util.ArrayList;
import java.util.List;

/** Ranges of one part of a document, before merging; a pair is compared when both members are set (Q1). */
@PureCore
final class RangeRules implements SchemaVisitor.Visitor {

    private final DocumentProblems words;
    private final List<Problem> problems = new ArrayList<>();

    private RangeRules(DocumentProblems words) {
        this.words = words;
    }

    /**
     * Checks a part.
     *
     * @param path of the part, empty or with a dot at its end
     */
    static List<Problem> problems(DocumentProblems words, JsonNode part, ObjectSchema shape, String path) {
        RangeRules rules = new RangeRules(words);
        SchemaVisitor.through(part, shape, path, rules);
        return rules.problems;
    }

    @Override
    public void field(Field field, JsonNode value, String path) {
        Allowed allowed = field.ranges().admitted();
        if (allowed != null && !allowed.accepts(value)) {
            add(path, value.asText(), allowed.words());
        }
    }

    @Override
    public void object(ObjectSchema shape, JsonNode tree, String path) {
        shape.orders().forEach(order -> order(tree, order, path));
        Exclusions.in(tree, shape).forEach(one -> add(path + one.field(), one.value(), one.allowed()));
    }

    private void order(JsonNode tree, Order order, String path) {
        JsonNode lower = tree.get(order.lower());
        JsonNode upper = tree.get(order.upper());
        if (lower != null && upper != null && lower.longValue() >= upper.longValue()) {
            add(path + order.lower(), lower.asText(), "less than " + order.upper() + " = " + upper.asText());
            add(path + order.upper(), upper.asText(), "more than " + order.lower() + " = " + lower.asText());
        }
    }

    /** One problem per field: a pair out of order says no more about a member that is out of range. */
    private void add(String path, String value, String allowed) {
        if (problems.stream().noneMatch(one -> one.field().equals(path))) {
            problems.add(words.at(path, value, allowed));
        }
    }
}
