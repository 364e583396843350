package io.koordbridge.scheduler.preempt.budget;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.koordbridge.api.document.text.CompiledSelector;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Disruption budgets, used up as victims are counted against them. Quota specification section 8.2. */
@PureCore
public final class DisruptionBudgets {

    private final List<Budget> budgets;
    private final int[] left;

    /**
     * A budget of a namespace.
     *
     * @param selector of its pods
     */
    private record Budget(PodDisruptionBudget object, CompiledSelector selector) {

        private static Budget of(PodDisruptionBudget object) {
            return new Budget(
                    object,
                    CompiledSelector.of(
                            object.getSpec() == null ? null : object.getSpec().getSelector()));
        }

        private int allowed() {
            Integer allowed =
                    object.getStatus() == null ? null : object.getStatus().getDisruptionsAllowed();
            return allowed == null ? 0 : allowed;
        }

        private boolean isIn(String namespace) {
            return namespace.equals(object.getMetadata().getNamespace());
        }

        /** An empty selector matches nothing here. */
        private boolean selects(Map<String, String> labels) {
            return !labels.isEmpty() && !selector.isEmpty() && selector.matches(labels);
        }
    }

    /** All that they allow is left. */
    public static DisruptionBudgets of(List<PodDisruptionBudget> budgets) {
        return new DisruptionBudgets(budgets.stream().map(Budget::of).toList());
    }

    private DisruptionBudgets(List<Budget> budgets) {
        this.budgets = budgets;
        this.left = budgets.stream().mapToInt(Budget::allowed).toArray();
    }

    /** The same with all that they allow left. */
    public DisruptionBudgets again() {
        return new DisruptionBudgets(budgets);
    }

    /** Counts a pod as a victim; whether that is more than some budget of its namespace allows. */
    public boolean exceeded(String namespace, String name, Map<String, String> labels) {
        boolean exceeded = false;
        for (int i = 0; i < left.length; i++) {
            Budget budget = budgets.get(i);
            if (budget.isIn(namespace) && !isDisrupted(budget.object(), name) && budget.selects(labels)) {
                left[i]--;
                exceeded |= left[i] < 0;
            }
        }
        return exceeded;
    }

    private static boolean isDisrupted(PodDisruptionBudget budget, String name) {
        Map<String, String> disrupted =
                budget.getStatus() == null ? null : budget.getStatus().getDisruptedPods();
        return disrupted != null && disrupted.containsKey(name);
    }

    /** Selectors of the budgets of a namespace, without those that select nothing here. */
    List<LabelSelector> selectors(String namespace) {
        List<LabelSelector> selectors = new ArrayList<>();
        for (Budget budget : budgets) {
            LabelSelector source = budget.selector().source();
            if (budget.isIn(namespace) && source != null && !budget.selector().isEmpty()) {
                selectors.add(source);
            }
        }
        return selectors;
    }

    /** Namespaces that have one. */
    public Set<String> namespaces() {
        Set<String> namespaces = new HashSet<>();
        budgets.forEach(budget -> namespaces.add(budget.object().getMetadata().getNamespace()));
        return namespaces;
    }
}
