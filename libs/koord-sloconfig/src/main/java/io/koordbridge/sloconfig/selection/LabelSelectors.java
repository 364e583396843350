package io.koordbridge.sloconfig.selection;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides whether labels are selected. */
@PureCore
public final class LabelSelectors {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Pattern DOMAIN =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private LabelSelectors() {}

    /** Whether the selector names anything at all; a selector without requirement selects everything. */
    public static boolean isEmpty(@Nullable LabelSelector selector) {
        return selector == null
                || (labels(selector).isEmpty() && expressions(selector).isEmpty());
    }

    /** What is wrong with a selector, empty when it is valid. */
    public static Optional<String> problem(LabelSelector selector) {
        for (Map.Entry<String, String> label : labels(selector).entrySet()) {
            if (!isKey(label.getKey()) || !isValue(label.getValue())) {
                return Optional.of("matchLabels " + label.getKey() + "=" + label.getValue() + " is no valid label");
            }
        }
        for (LabelSelectorRequirement requirement : expressions(selector)) {
            Optional<String> problem = problem(requirement);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /** Whether labels match; a null selector matches nothing, an invalid one nothing. */
    public static boolean matches(@Nullable LabelSelector selector, @Nullable Map<String, String> labels) {
        return matcher(selector).test(labels == null ? Map.of() : labels);
    }

    /** The same question for many labels; the selector is looked at once. */
    public static Predicate<Map<String, String>> matcher(@Nullable LabelSelector selector) {
        if (selector == null || problem(selector).isPresent()) {
            return labels -> false;
        }
        return present -> labels(selector).entrySet().stream()
                        .allMatch(label -> label.getValue().equals(present.get(label.getKey())))
                && expressions(selector).stream().allMatch(one -> matches(one, present));
    }

    private static boolean matches(LabelSelectorRequirement requirement, Map<String, String> labels) {
        String value = labels.get(requirement.getKey());
        List<String> values = values(requirement);
        return switch (requirement.getOperator()) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            default -> value == null;
        };
    }

    private static Optional<String> problem(LabelSelectorRequirement requirement) {
        String key = requirement.getKey();
        if (key == null || !isKey(key)) {
            return Optional.of("key '" + key + "' is no valid label key");
        }
        List<String> values = values(requirement);
        String operator = String.valueOf(requirement.getOperator());
        boolean counted = switch (operator) {
            case "In", "NotIn" -> !values.isEmpty();
            case "Exists", "DoesNotExist" -> values.isEmpty();
            default -> false;
        };
        if (!counted || !values.stream().allMatch(LabelSelectors::isValue)) {
            return Optional.of("requirement " + key + " " + operator + " " + values
                    + ": allowed are In and NotIn with values, Exists and DoesNotExist without");
        }
        return Optional.empty();
    }

    private static Map<String, String> labels(LabelSelector selector) {
        Map<String, String> labels = selector.getMatchLabels();
        return labels == null ? Map.of() : labels;
    }

    private static List<LabelSelectorRequirement> expressions(LabelSelector selector) {
        List<LabelSelectorRequirement> list = selector.getMatchExpressions();
        return list == null ? List.of() : list;
    }

    private static List<String> values(LabelSelectorRequirement requirement) {
        List<String> values = requirement.getValues();
        return values == null ? List.of() : values;
    }

    private static boolean isKey(String key) {
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        boolean domainFits =
                slash < 0 || DOMAIN.matcher(key.substring(0, slash)).matches();
        return domainFits && NAME.matcher(name).matches();
    }

    private static boolean isValue(@Nullable String value) {
        return value != null && (value.isEmpty() || NAME.matcher(value).matches());
    }
}
