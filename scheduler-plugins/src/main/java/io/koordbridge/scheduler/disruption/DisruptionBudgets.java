package io.koordbridge.scheduler.disruption;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Disruption budgets, used up as victims are counted against them. Quota specification section 8.2. */
@PureCore
public final class DisruptionBudgets {

    private final List<PodDisruptionBudget> budgets;
    private final Map<PodDisruptionBudget, Integer> left = new HashMap<>();

    /** All that they allow is left. */
    public DisruptionBudgets(List<PodDisruptionBudget> budgets) {
        this.budgets = List.copyOf(budgets);
        budgets.forEach(budget -> left.put(budget, allowed(budget)));
    }

    /** The same with all that they allow left. */
    public DisruptionBudgets again() {
        return new DisruptionBudgets(budgets);
    }

    private static int allowed(PodDisruptionBudget budget) {
        Integer allowed = budget.getStatus() == null ? null : budget.getStatus().getDisruptionsAllowed();
        return allowed == null ? 0 : allowed;
    }

    /** Counts a pod as a victim; whether that is more than some budget of its namespace allows. */
    public boolean exceeded(String namespace, String name, Map<String, String> labels) {
        boolean exceeded = false;
        for (PodDisruptionBudget budget : budgets) {
            if (namespace.equals(budget.getMetadata().getNamespace())
                    && !labels.isEmpty()
                    && !isDisrupted(budget, name)
                    && matches(
                            budget.getSpec() == null ? null : budget.getSpec().getSelector(), labels)) {
                exceeded |= left.merge(budget, -1, Integer::sum) < 0;
            }
        }
        return exceeded;
    }

    private static boolean isDisrupted(PodDisruptionBudget budget, String name) {
        Map<String, String> disrupted =
                budget.getStatus() == null ? null : budget.getStatus().getDisruptedPods();
        return disrupted != null && disrupted.containsKey(name);
    }

    /** An empty selector matches nothing here. */
    private static boolean matches(@Nullable LabelSelector selector, Map<String, String> labels) {
        if (selector == null || isEmpty(selector)) {
            return false;
        }
        Map<String, String> equal = Objects.requireNonNullElse(selector.getMatchLabels(), Map.of());
        List<LabelSelectorRequirement> expressions =
                Objects.requireNonNullElse(selector.getMatchExpressions(), List.of());
        return labels.entrySet().containsAll(equal.entrySet())
                && expressions.stream().allMatch(one -> matches(one, labels));
    }

    private static boolean matches(LabelSelectorRequirement one, Map<String, String> labels) {
        String value = labels.get(one.getKey());
        List<String> values = Objects.requireNonNullElse(one.getValues(), List.of());
        return switch (one.getOperator()) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }

    /** Selectors of the budgets of a namespace, without those that select nothing here. */
    List<LabelSelector> selectors(String namespace) {
        return budgets.stream()
                .filter(budget -> namespace.equals(budget.getMetadata().getNamespace()) && budget.getSpec() != null)
                .map(budget -> budget.getSpec().getSelector())
                .filter(selector -> selector != null && !isEmpty(selector))
                .toList();
    }

    private static boolean isEmpty(LabelSelector selector) {
        return Objects.requireNonNullElse(selector.getMatchLabels(), Map.of()).isEmpty()
                && Objects.requireNonNullElse(selector.getMatchExpressions(), List.of())
                        .isEmpty();
    }

    /** Namespaces that have one. */
    public Set<String> namespaces() {
        Set<String> namespaces = new HashSet<>();
        budgets.forEach(budget -> namespaces.add(budget.getMetadata().getNamespace()));
        return namespaces;
    }
}
