package io.koordbridge.scheduler.explain;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import java.util.Objects;

/** Reads the condition from the API server: it is asked by people only, so the feeds need not carry it. */
public final class KubernetesSchedulerWords implements PodExplainer.SchedulerWords {

    private static final String CONDITION = "PodScheduled";

    private final KubernetesClient client;

    public KubernetesSchedulerWords(KubernetesClient client) {
        this.client = client;
    }

    @Override
    public String about(String namespace, String name) {
        try {
            Pod pod = client.pods().inNamespace(namespace).withName(name).get();
            return pod == null || pod.getStatus() == null
                    ? ""
                    : pod.getStatus().getConditions().stream()
                            .filter(condition -> CONDITION.equals(condition.getType()))
                            .map(PodCondition::getMessage)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse("");
        } catch (KubernetesClientException noAnswer) {
            return "the API server cannot be asked: " + FailureFormatter.of(noAnswer);
        }
    }
}
