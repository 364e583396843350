package io.koordbridge.scheduler.place.numa;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.NumaNodeResource;
import io.koordbridge.api.annotation.ResourceStatus;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.numa.PodNuma.Spec;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the Binding of a pod says of its CPUs and NUMA nodes; scheduler specification section 15. */
@PureCore
public final class NumaAnnotations {

    private static final String DEFAULT = "Default";

    private NumaAnnotations() {}

    /** The annotations for what the pod gets; none where nothing was decided. */
    public static Map<String, String> of(PodNuma pod, CpuBinding binding, NumaPlacement placement) {
        NumaHolding holding = placement.holding();
        if (holding == null) {
            return Map.of();
        }
        Map<String, String> annotations = new TreeMap<>();
        Spec spec = pod.spec();
        String completed = binding.binds() && spec != null ? completed(spec, binding) : null;
        if (completed != null) {
            annotations.put(Annotations.POD_RESOURCE_SPEC, completed);
        }
        annotations.put(Annotations.POD_RESOURCE_STATUS, AnnotationCodec.write(status(holding)));
        return annotations;
    }

    /** The wishes with the bind policy in force written out, null when they say it already. */
    private static @Nullable String completed(Spec spec, CpuBinding binding) {
        String required = spec.requiredBind();
        String preferred = spec.preferredBind();
        if (binding.required() && (required.isEmpty() || required.equals(DEFAULT))) {
            required = binding.policy();
        }
        if (preferred.equals(DEFAULT)) {
            preferred = binding.policy();
        }
        if (required.isEmpty() && preferred.isEmpty()) {
            preferred = binding.policy();
        }
        if (required.equals(spec.requiredBind()) && preferred.equals(spec.preferredBind())) {
            return null;
        }
        Map<String, String> fields = new LinkedHashMap<>();
        put(fields, "requiredCPUBindPolicy", required);
        put(fields, "preferredCPUBindPolicy", preferred);
        put(fields, "preferredCPUExclusivePolicy", spec.exclusiveBind());
        return AnnotationCodec.write(fields);
    }

    private static void put(Map<String, String> fields, String name, String value) {
        if (!value.isEmpty()) {
            fields.put(name, value);
        }
    }

    /** CPUs and quantities as the node agent reads them. */
    public static ResourceStatus status(NumaHolding holding) {
        List<NumaNodeResource> nodes = new ArrayList<>();
        holding.quantities()
                .byNode()
                .forEach((id, amounts) -> nodes.add(new NumaNodeResource(id, quantities(amounts))));
        return new ResourceStatus(
                holding.cpus().isEmpty() ? null : holding.cpus().format(), nodes.isEmpty() ? null : nodes);
    }

    private static Map<String, Quantity> quantities(ResourceVector amounts) {
        Map<String, Quantity> quantities = new TreeMap<>();
        amounts.amounts()
                .forEach((name, amount) -> quantities.put(
                        name,
                        name.equals(ResourceNames.CPU)
                                ? Quantities.ofMilli(amount)
                                : new Quantity(Long.toString(amount))));
        return quantities;
    }
}
