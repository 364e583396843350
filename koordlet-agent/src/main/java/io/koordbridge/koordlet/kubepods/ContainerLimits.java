package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Limits of CPU of the containers of a pod: wanted by its spec, and actual by its status, which differ while it is resized in place. */
@PureCore
final class ContainerLimits {

    /** More than any machine has. */
    private static final long MOST_MILLI_CPU = 1_000_000_000L;

    private ContainerLimits() {}

    /** A container of the status with its limit; one that the spec does not name has none. */
    static ContainerInfo container(Pod pod, ContainerStatus status) {
        String name = status.getName();
        long wanted = spec(pod)
                .filter(one -> Objects.equals(one.getName(), name))
                .findFirst()
                .map(one -> milli(one.getResources()))
                .orElse(0L);
        long actual = milli(status.getResources());
        return new ContainerInfo(name, status.getContainerID(), wanted, actual > 0 && actual != wanted);
    }

    private static Stream<Container> spec(Pod pod) {
        return pod.getSpec() == null
                ? Stream.empty()
                : Stream.of(pod.getSpec().getContainers(), pod.getSpec().getInitContainers())
                        .filter(Objects::nonNull)
                        .flatMap(List::stream);
    }

    private static long milli(@Nullable ResourceRequirements resources) {
        Map<String, Quantity> limits = resources == null ? null : resources.getLimits();
        return Math.max(0, Math.min(MOST_MILLI_CPU, Quantities.milli(limits, ResourceNames.CPU)));
    }
}
