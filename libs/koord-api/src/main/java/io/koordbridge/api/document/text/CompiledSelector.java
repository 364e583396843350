package io.koordbridge.api.document.text;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A label selector of Kubernetes, checked once and then compared with many labels. It is part of the decoded value that it comes with.
 *
 * <table>
 * <caption>What a selector selects</caption>
 * <tr><th>input<th>selects<th>problem
 * <tr><td>absent<td>nothing<td>none
 * <tr><td>{@code {}}<td>everything<td>none
 * <tr><td>labels and expressions<td>what fulfils them all<td>none
 * <tr><td>a key, value or operator that Kubernetes does not have, In without values, Exists with some<td>nothing<td>yes
 * </table>
 *
 * <table>
 * <caption>What each process does about a problem</caption>
 * <tr><th>process<th>selector of<th>choice
 * <tr><td>koord-manager<td>a ClusterColocationProfile<td>the profile matches no pod, with an event
 * <tr><td><td>an ElasticQuotaProfile<td>the quota stays as it is, with an event
 * <tr><td><td>an entry of {@code slo-controller-config}<td>the webhook refuses it; the entry matches no node
 * <tr><td>koord-scheduler<td>owners of a Reservation<td>the reservation has no owner, with an event
 * <tr><td><td>a PodDisruptionBudget<td>it protects nothing; the API server has checked it
 * <tr><td>koord-descheduler<td>its configuration<td>refused
 * </table>
 *
 * @param source the selector as written, never changed; null when absent, which matches nothing
 * @param requirements that must all hold; none in an invalid selector
 * @param wrong what is wrong with the selector, null when it is valid; an invalid one matches nothing
 */
@PureCore
public record CompiledSelector(
        @Nullable LabelSelector source,
        List<Requirement> requirements,
        @Nullable String wrong) {

    /** No selector. */
    public static final CompiledSelector ABSENT = new CompiledSelector(null, List.of(), null);

    private static final int MOST_CHARACTERS = 200;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Pattern DOMAIN =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    public CompiledSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * What one label must be.
     *
     * @param values allowed or excluded; empty where only its presence counts
     */
    public record Requirement(String key, Operator operator, Set<String> values) {

        public Requirement {
            values = Set.copyOf(values);
        }

        private boolean holds(@Nullable String value) {
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
            };
        }
    }

    /** How a label is compared. */
    public enum Operator {
        IN("In", true),
        NOT_IN("NotIn", true),
        EXISTS("Exists", false),
        DOES_NOT_EXIST("DoesNotExist", false);

        private final String text;
        private final boolean takesValues;

        Operator(String text, boolean takesValues) {
            this.text = text;
            this.takesValues = takesValues;
        }

        private static @Nullable Operator of(@Nullable String text) {
            for (Operator one : values()) {
                if (one.text.equals(text)) {
                    return one;
                }
            }
            return null;
        }
    }

    /** Checks a selector. */
    public static CompiledSelector of(@Nullable LabelSelector selector) {
        if (selector == null) {
            return ABSENT;
        }
        List<Requirement> requirements = new ArrayList<>();
        for (Map.Entry<String, String> label : labels(selector).entrySet()) {
            if (!isKey(label.getKey()) || !isValue(label.getValue())) {
                return invalid(
                        selector, "matchLabels " + label.getKey() + "=" + label.getValue() + " is no valid label");
            }
            requirements.add(new Requirement(label.getKey(), Operator.IN, Set.of(label.getValue())));
        }
        for (LabelSelectorRequirement requirement : expressions(selector)) {
            String key = requirement.getKey();
            if (key == null || !isKey(key)) {
                return invalid(selector, "key '" + key + "' is no valid label key");
            }
            List<String> values = values(requirement);
            Operator operator = Operator.of(requirement.getOperator());
            if (operator == null || operator.takesValues == values.isEmpty() || !areValues(values)) {
                return invalid(
                        selector,
                        "requirement " + key + " " + requirement.getOperator() + " " + values
                                + ": allowed are In and NotIn with values, Exists and DoesNotExist without");
            }
            requirements.add(new Requirement(key, operator, Set.copyOf(values)));
        }
        return new CompiledSelector(selector, requirements, null);
    }

    private static CompiledSelector invalid(LabelSelector source, String problem) {
        String shown = problem.length() > MOST_CHARACTERS ? problem.substring(0, MOST_CHARACTERS) + "..." : problem;
        return new CompiledSelector(source, List.of(), shown);
    }

    /** Whether the selector restricts nothing: it is absent or empty. */
    public boolean isEmpty() {
        return requirements.isEmpty() && wrong == null;
    }

    /** What is wrong with the selector, empty when it is valid. */
    public Optional<String> problem() {
        return Optional.ofNullable(wrong);
    }

    /** Whether labels match; an absent or invalid selector matches nothing, an empty one everything. */
    public boolean matches(@Nullable Map<String, String> labels) {
        if (source == null || wrong != null) {
            return false;
        }
        // By index: this runs for each entry of each key on each pass of each node, and an iterator is an object.
        for (int i = 0; i < requirements.size(); i++) {
            Requirement one = requirements.get(i);
            if (!one.holds(labels == null ? null : labels.get(one.key()))) {
                return false;
            }
        }
        return true;
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

    private static boolean areValues(List<String> values) {
        return values.stream().allMatch(CompiledSelector::isValue);
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
