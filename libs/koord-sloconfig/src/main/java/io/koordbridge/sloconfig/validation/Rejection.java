package io.koordbridge.sloconfig.validation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Problem;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A reason to deny.
 *
 * @param problems what is wrong, never empty
 * @param conflict the entries that collide, null for other reasons
 * @param further what else is wrong with the same key, for people
 */
@PureCore
public record Rejection(
        Reason reason, List<Problem> problems, @Nullable Conflict conflict, List<Problem> further) {

    private static final String FENCE = "___";

    public Rejection {
        problems = List.copyOf(problems);
        further = List.copyOf(further);
    }

    /** A denial without conflict. */
    public static Rejection of(Reason reason, List<Problem> problems) {
        return new Rejection(reason, problems, null, List.of());
    }

    /** The first of some denials, together with the problems of the others. */
    static Rejection first(List<Rejection> denials) {
        Rejection first = denials.get(0);
        List<Problem> further = denials.stream()
                .skip(1)
                .flatMap(denial -> denial.problems().stream())
                .toList();
        return new Rejection(first.reason, first.problems, first.conflict, further);
    }

    /** Names of the fields that hold what is not allowed; of further problems none. */
    public Set<String> fields() {
        return problems.stream()
                .map(Problem::field)
                .map(path -> path.substring(path.lastIndexOf('.') + 1))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The message to the API server: the reference's form, readable for its tools. */
    public String message() {
        List<Problem> all = Stream.concat(problems.stream(), further.stream()).toList();
        String words = all.stream().map(Problem::message).collect(Collectors.joining("; "));
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("reason", reason.wireName());
        switch (reason) {
            case BANDWIDTH -> {
                return words;
            }
            case UNREADABLE -> body.put("message", words);
            case NOT_ALLOWED -> {
                ObjectNode fields = body.putObject("message");
                all.forEach(problem -> fields.put(problem.field(), problem.message()));
            }
            case OVERLAP, NODE_CONFLICT -> body.set("message", conflictTree(Objects.requireNonNull(conflict)));
        }
        return FENCE + body + FENCE;
    }

    private static ObjectNode conflictTree(Conflict conflict) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put("config", conflict.config());
        ArrayNode strategies = tree.putArray("strategies");
        conflict.strategies().forEach(strategies::add);
        if (!conflict.exampleNodes().isEmpty()) {
            ArrayNode nodes = tree.putArray("exampleNodes");
            conflict.exampleNodes().forEach(nodes::add);
        }
        return tree;
    }
}
