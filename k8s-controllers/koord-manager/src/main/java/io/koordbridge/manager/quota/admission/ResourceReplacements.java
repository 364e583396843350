package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.scheduling.ReplacedResources;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts a pod's resources under other names, as {@link ReplacedResources} of it say. */
@PureCore
final class ResourceReplacements {

    private ResourceReplacements() {}

    /** The pod with its requests renamed; the same pod when nothing is asked for. */
    static Pod apply(Pod pod) {
        Map<String, String> rules =
                ReplacedResources.read(pod).map(ReplacedResources::names).orElse(Map.of());
        if (rules.isEmpty() || pod.getSpec() == null) {
            return pod;
        }
        Pod copy = new PodBuilder(pod).build();
        replace(copy.getSpec().getInitContainers(), rules);
        replace(copy.getSpec().getContainers(), rules);
        copy.getSpec().setOverhead(renamed(copy.getSpec().getOverhead(), rules));
        return copy;
    }

    private static void replace(@Nullable List<Container> containers, Map<String, String> rules) {
        if (containers == null) {
            return;
        }
        for (Container container : containers) {
            if (container.getResources() != null) {
                container
                        .getResources()
                        .setRequests(renamed(container.getResources().getRequests(), rules));
            }
        }
    }

    /** A name that is taken is not overwritten; cpu becomes whole milli-cores under its new name. */
    private static @Nullable Map<String, Quantity> renamed(
            @Nullable Map<String, Quantity> list, Map<String, String> rules) {
        if (list == null) {
            return null;
        }
        Map<String, Quantity> result = new HashMap<>(list);
        rules.forEach((from, to) -> {
            if (to.isEmpty()) {
                result.remove(from);
            }
        });
        rules.forEach((from, to) -> {
            Quantity quantity = result.get(from);
            if (!to.isEmpty() && quantity != null && !result.containsKey(to)) {
                boolean cpu = from.equals(ResourceNames.CPU);
                result.put(to, cpu ? Quantities.ofDecimal(Quantities.milli(quantity)) : quantity);
                result.remove(from);
            }
        });
        return result;
    }
}
