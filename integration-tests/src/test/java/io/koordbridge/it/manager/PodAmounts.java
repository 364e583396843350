package io.koordbridge.it.manager;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;

/** Pods that ask as a whole, and pods whose amounts change while they run. */
final class PodAmounts {

    private PodAmounts() {}

    /** What becomes of a pod of job "whole" that asks for 8 cores for all its containers together. */
    static Pod dryRunWhole(KubernetesClient client, int containers) {
        Pod pod = ManagerCluster.pod("team", "whole-" + containers, Map.of("job", "whole"));
        List<Container> all = pod.getSpec().getContainers();
        while (all.size() < containers) {
            all.add(new ContainerBuilder(all.get(0)).withName("more").build());
        }
        pod.getSpec()
                .setResources(new ResourceRequirementsBuilder()
                        .addToRequests("cpu", new Quantity("8"))
                        .build());
        return client.resource(pod).dryRun(true).create();
    }

    /** A pod of two cores to which a scheduler has given CPUs. */
    static PodResource createOwner(KubernetesClient client, String namespace, String cpus) {
        Pod pod = ManagerCluster.pod(
                namespace,
                "owner",
                Map.of("koordinator.sh/qosClass", "LSR", "koordinator.sh/priority-class", "koord-prod"),
                Map.of("cpu", "2", "memory", "1Gi"));
        client.resource(pod).create();
        PodResource owner = client.pods().inNamespace(namespace).withName("owner");
        owner.edit(given -> {
            given.getMetadata()
                    .setAnnotations(
                            Map.of("scheduling.koordinator.sh/resource-status", "{\"cpuset\": \"" + cpus + "\"}"));
            return given;
        });
        return owner;
    }

    static Pod resize(PodResource pod, String cores) {
        return pod.subresource("resize")
                .patch(
                        PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"spec\": {\"containers\": [{\"name\": \"main\", \"resources\":"
                                + " {\"requests\": {\"cpu\": \"%1$s\"}, \"limits\": {\"cpu\": \"%1$s\"}}}]}}"
                                        .formatted(cores));
    }

    static Map<String, Quantity> requests(Pod pod) {
        return pod.getSpec().getContainers().get(0).getResources().getRequests();
    }
}
