package io.koordbridge.scheduler.quota.preemption;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.kube.write.PodEvictions.Outcome;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.scheduler.preempt.budget.DisruptionApi;
import io.koordbridge.scheduler.preempt.budget.DisruptionBudgets;
import io.koordbridge.scheduler.preempt.budget.KubernetesDisruptionApi;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@link PreemptionApi} by the client. Preemptions are few, so nothing is kept between them. */
public final class KubernetesPreemptionApi implements PreemptionApi {

    private final KubernetesClient client;
    private final PodEvictions evictions;
    private final DisruptionApi disruption;
    private final EventRecorder events;

    public KubernetesPreemptionApi(KubernetesClient client, PodEvictions evictions, EventRecorder events) {
        this.client = client;
        this.disruption = new KubernetesDisruptionApi(client);
        this.evictions = evictions;
        this.events = events;
    }

    @Override
    public Optional<PreemptionRight> right(PodQuota pod) {
        Pod object =
                client.pods().inNamespace(pod.namespace()).withName(pod.name()).get();
        return Optional.ofNullable(object)
                .filter(found -> pod.uid().equals(found.getMetadata().getUid()))
                .map(PreemptionRight::of);
    }

    @Override
    public DisruptionBudgets budgets() {
        return disruption.budgets();
    }

    @Override
    public Map<String, Map<String, String>> labels(Set<String> namespaces, DisruptionBudgets budgets) {
        return disruption.labels(namespaces, budgets);
    }

    @Override
    public Outcome evict(PodQuota victim, PodQuota preemptor) {
        Outcome outcome = evictions.evict(victim.namespace(), victim.name(), victim.uid());
        if (outcome.result() == Result.EVICTED) {
            Pod about = new PodBuilder()
                    .withNewMetadata()
                    .withNamespace(victim.namespace())
                    .withName(victim.name())
                    .withUid(victim.uid())
                    .endMetadata()
                    .build();
            events.record(
                    about,
                    EventType.NORMAL,
                    "Preempted",
                    "Preempted by pod " + preemptor.key() + " of the same quota on node " + victim.node());
        }
        return outcome;
    }
}
