package io.koordbridge.capacity.batchresource;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Demand of running pods as a feed brings them. */
public final class RunningPods {

    private RunningPods() {}

    /** Of a pod with one container. */
    public static PodDemand demand(
            String name, @Nullable Integer priority, Map<String, String> labels, Map<String, String> requests) {
        Map<String, Quantity> quantities = new HashMap<>();
        requests.forEach((resource, amount) -> quantities.put(resource, new Quantity(amount)));
        return NodeSnapshots.demand(new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withPriority(priority)
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(quantities)
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .endStatus()
                .build());
    }
}
