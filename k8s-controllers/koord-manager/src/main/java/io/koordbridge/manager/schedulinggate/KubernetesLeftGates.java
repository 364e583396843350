package io.koordbridge.manager.schedulinggate;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.write.SchedulingGates;
import io.koordbridge.protocol.WellKnown;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@link LeftGates.Api} by the API server. */
public final class KubernetesLeftGates implements LeftGates.Api {

    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final SchedulingGates gates;

    public KubernetesLeftGates(KubernetesClient client) {
        this.client = client;
        this.gates = new SchedulingGates(client);
    }

    @Override
    public List<LeftGates.Gated> gated() {
        List<LeftGates.Gated> found = new ArrayList<>();
        @Nullable String next = null;
        do {
            PodList page = client.pods()
                    .inAnyNamespace()
                    .list(new ListOptionsBuilder()
                            .withFieldSelector("spec.nodeName=")
                            .withLimit(PAGE)
                            .withContinue(next)
                            .build());
            page.getItems().stream()
                    .filter(KubernetesLeftGates::isOurs)
                    .map(pod -> new LeftGates.Gated(
                            pod.getMetadata().getNamespace(),
                            pod.getMetadata().getName(),
                            pod.getMetadata().getUid()))
                    .forEach(found::add);
            next = page.getMetadata().getContinue();
        } while (found.size() < PAGE && next != null && !next.isEmpty());
        return found;
    }

    private static boolean isOurs(Pod pod) {
        return pod.getSpec().getSchedulingGates().stream()
                .anyMatch(gate -> WellKnown.SCHEDULING_GATE.equals(gate.getName()));
    }

    @Override
    public boolean remove(LeftGates.Gated pod) {
        return gates.remove(pod.namespace(), pod.name(), pod.uid());
    }
}
