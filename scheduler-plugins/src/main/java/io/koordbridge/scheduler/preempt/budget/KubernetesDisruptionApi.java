package io.koordbridge.scheduler.preempt.budget;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** {@link DisruptionApi} by the client. Preemptions are few, so nothing is kept between them. */
public final class KubernetesDisruptionApi implements DisruptionApi {

    private final KubernetesClient client;

    public KubernetesDisruptionApi(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public DisruptionBudgets budgets() {
        return DisruptionBudgets.of(client.policy()
                .v1()
                .podDisruptionBudget()
                .inAnyNamespace()
                .list()
                .getItems());
    }

    @Override
    public Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets budgets) {
        Map<String, Map<String, String>> labels = new HashMap<>();
        for (String namespace : namespaces) {
            for (LabelSelector selector : budgets.selectors(namespace)) {
                client.pods()
                        .inNamespace(namespace)
                        .withLabelSelector(selector)
                        .list()
                        .getItems()
                        .forEach(pod -> labels.put(
                                pod.getMetadata().getUid(),
                                Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of())));
            }
        }
        return labels;
    }
}
