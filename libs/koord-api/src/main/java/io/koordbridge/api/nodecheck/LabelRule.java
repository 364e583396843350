package io.koordbridge.api.nodecheck;

import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One requirement on a label or field of a node. */
@PureCore
public record LabelRule(String key, Operator operator, List<String> values) {

    /** How the value is compared; {@code NEVER} is a requirement that Kubernetes would refuse. */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER,
        LESS,
        NEVER
    }

    public LabelRule {
        values = List.copyOf(values);
    }

    static LabelRule of(NodeSelectorRequirement requirement) {
        List<String> values = Objects.requireNonNullElse(requirement.getValues(), List.of());
        return new LabelRule(
                Objects.requireNonNullElse(requirement.getKey(), ""), operator(requirement, values), values);
    }

    private static Operator operator(NodeSelectorRequirement requirement, List<String> values) {
        boolean oneNumber = values.size() == 1 && number(values.get(0)) != null;
        return switch (Objects.requireNonNullElse(requirement.getOperator(), "")) {
            case "In" -> values.isEmpty() ? Operator.NEVER : Operator.IN;
            case "NotIn" -> values.isEmpty() ? Operator.NEVER : Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            case "Gt" -> oneNumber ? Operator.GREATER : Operator.NEVER;
            case "Lt" -> oneNumber ? Operator.LESS : Operator.NEVER;
            default -> Operator.NEVER;
        };
    }

    /** Whether a value, null if absent, fulfils it. */
    public boolean matches(@Nullable String value) {
        return switch (operator) {
            case IN -> value != null && values.contains(value);
            case NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER -> compared(value) > 0;
            case LESS -> compared(value) < 0;
            case NEVER -> false;
        };
    }

    /** The sign of value minus the rule's number, 0 when the value is no number. */
    private int compared(@Nullable String value) {
        Long number = value == null ? null : number(value);
        Long limit = number(values.get(0));
        return number == null || limit == null ? 0 : Long.compare(number, limit);
    }

    private static @Nullable Long number(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }
}
