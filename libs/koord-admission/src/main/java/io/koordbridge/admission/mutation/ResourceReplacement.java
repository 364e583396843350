package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Replaces cpu and memory of batch and mid pods by the resources of their class. */
@PureCore
final class ResourceReplacement {

    private static final Names BATCH = new Names(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final Names MID = new Names(ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);

    private ResourceReplacement() {}

    private record Names(String cpu, String memory) {}

    /**
     * Replaces them in all containers and in the overhead. Other amounts than the owner's, which a LimitRange fills in, are replaced as
     * well where a container says nothing of a resource, and taken away where it has the resource of its class already.
     *
     * @param defaults of the pod as submitted
     * @return whether any were taken away
     */
    static boolean apply(ObjectNode pod, DefaultedAmounts defaults) {
        Optional<Names> found = names(pod);
        if (found.isEmpty()) {
            return false;
        }
        Names names = found.get();
        PodLevelResources.moveToContainer(pod, defaults);
        boolean taken = false;
        for (String list : List.of("initContainers", "containers")) {
            boolean init = list.equals("initContainers");
            for (ObjectNode container : PodTree.containers(pod, list)) {
                taken |= takeDefaults(container, init, names.cpu(), ResourceNames.CPU, defaults);
                taken |= takeDefaults(container, init, names.memory(), ResourceNames.MEMORY, defaults);
                replace(container, names);
            }
        }
        if (pod.path("spec").get("overhead") instanceof ObjectNode overhead) {
            replaceList(overhead, names);
        }
        return taken;
    }

    private static boolean takeDefaults(
            ObjectNode container, boolean init, String own, String plain, DefaultedAmounts defaults) {
        JsonNode resources = container.path("resources");
        boolean given =
                resources.path("requests").has(own) || resources.path("limits").has(own);
        return given && defaults.takeFrom(container, init, plain);
    }

    private static Optional<Names> names(ObjectNode pod) {
        return switch (priorityClass(pod)) {
            case BATCH -> Optional.of(BATCH);
            case MID -> Optional.of(MID);
            case PROD, FREE, NONE -> Optional.empty();
        };
    }

    /** Most pods say their class; only that of the others follows from their requests, and to bind those is dear. */
    private static PriorityClass priorityClass(ObjectNode pod) {
        Pod marks = marks(pod);
        boolean says = PodClassification.explicitPriorityClass(marks) != PriorityClass.NONE
                || PodClassification.explicitQos(marks) != QosClass.NONE;
        return PodClassification.priorityClass(says ? marks : ObjectDecoding.pod(pod));
    }

    private static Pod marks(ObjectNode pod) {
        JsonNode priority = pod.path("spec").path("priority");
        return new PodBuilder()
                .withNewMetadata()
                .withLabels(PodTree.texts(pod, "labels"))
                .endMetadata()
                .withNewSpec()
                .withPriority(priority.isInt() ? priority.intValue() : null)
                .endSpec()
                .build();
    }

    private static void replace(ObjectNode container, Names names) {
        if (!(container.get("resources") instanceof ObjectNode resources)) {
            return;
        }
        JsonNode requests = resources.get("requests");
        JsonNode limits = resources.get("limits");
        if (requests instanceof ObjectNode list) {
            replaceList(list, names);
        }
        if (limits instanceof ObjectNode list) {
            replaceList(list, names);
            requestLimit(resources, list, names.cpu());
            requestLimit(resources, list, names.memory());
        }
    }

    private static void replaceList(ObjectNode list, Names names) {
        JsonNode cpu = list.remove(ResourceNames.CPU);
        if (cpu != null && !cpu.isNull()) {
            list.put(names.cpu(), text(Quantities.ofDecimal(Quantities.milli(quantity(cpu)))));
        }
        JsonNode memory = list.remove(ResourceNames.MEMORY);
        if (memory != null && !memory.isNull()) {
            list.set(names.memory(), memory);
        }
    }

    /** Extended resources need request = limit; a limit without a request becomes the request as well. */
    private static void requestLimit(ObjectNode resources, ObjectNode limits, String name) {
        JsonNode limit = limits.get(name);
        if (limit != null && !resources.path("requests").has(name)) {
            PodTree.child(resources, "requests").set(name, limit);
        }
    }

    private static @Nullable Quantity quantity(JsonNode node) {
        return QuantityReader.ofJson(node)
                .orElseThrow(() -> new RefusedException("'" + node.asText("") + "' is not a quantity"));
    }

    private static String text(Quantity quantity) {
        return quantity.getAmount() + quantity.getFormat();
    }
}
