package io.koordbridge.scheduler.preempt.budget;

import java.util.Map;
import java.util.Set;

/** Asks for disruption budgets; calls fail with a KubernetesClientException. */
public interface DisruptionApi {

    /** The disruption budgets of all namespaces. */
    DisruptionBudgets budgets();

    /** Labels of the pods in these namespaces that a budget selects, by uid. */
    Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets budgets);
}
