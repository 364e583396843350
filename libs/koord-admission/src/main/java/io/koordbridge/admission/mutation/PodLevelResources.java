package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;

/**
 * What a pod asks for as a whole ({@code spec.resources}) goes to its container before it is replaced: Kubernetes knows no batch
 * resources there, and what stayed would be plain resources at the priority of batch work.
 */
@PureCore
final class PodLevelResources {

    private static final List<String> REPLACED = List.of(ResourceNames.CPU, ResourceNames.MEMORY);

    private PodLevelResources() {}

    /**
     * Moves requests and limits of cpu and memory; they count instead of the container's own, as they do in Kubernetes. A default
     * limit of a LimitRange does not stay below them.
     *
     * @throws RefusedException when there are several containers, sidecars among them: who gets how much only the owner knows
     */
    static void moveToContainer(ObjectNode pod, DefaultedAmounts defaults) {
        if (!(pod.path("spec").get("resources") instanceof ObjectNode whole) || !names(whole)) {
            return;
        }
        List<ObjectNode> containers = PodTree.containers(pod, "containers");
        long sidecars = PodTree.containers(pod, "initContainers").stream()
                .filter(init -> init.path("restartPolicy").asText("").equals("Always"))
                .count();
        if (containers.size() + sidecars != 1) {
            throw new RefusedException("spec.resources of a pod with " + (containers.size() + sidecars)
                    + " containers and sidecars cannot become batch or mid resources, which only containers have:"
                    + " give cpu and memory to each container instead");
        }
        ObjectNode container = containers.get(0);
        for (String name : REPLACED) {
            if (names(whole, name)) {
                defaults.takeFrom(container, false, name);
            }
        }
        move(whole, container, "requests");
        move(whole, container, "limits");
        if (whole.isEmpty() && pod.get("spec") instanceof ObjectNode spec) {
            spec.remove("resources");
        }
    }

    private static boolean names(ObjectNode whole) {
        return REPLACED.stream().anyMatch(name -> names(whole, name));
    }

    private static boolean names(ObjectNode whole, String name) {
        return whole.path("requests").has(name) || whole.path("limits").has(name);
    }

    private static void move(ObjectNode whole, ObjectNode container, String list) {
        if (!(whole.get(list) instanceof ObjectNode amounts)) {
            return;
        }
        for (String name : REPLACED) {
            JsonNode amount = amounts.remove(name);
            if (amount != null && !amount.isNull()) {
                PodTree.child(PodTree.child(container, "resources"), list).set(name, amount);
            }
        }
        if (amounts.isEmpty()) {
            whole.remove(list);
        }
    }
}
