package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.koordlet.kubepods.BatchContainer.PlainLimits;
import io.koordbridge.koordlet.kubepods.BatchContainer.Role;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The containers of a pod and its overhead, as its limits are made of them; design 3.29. */
@PureCore
final class BatchContainers {

    /** More than any machine has; sums of thousands of containers do not overflow. */
    private static final long MOST_MILLI_CPU = 1_000_000_000L;

    private static final long MOST_BYTES = 1L << 50;

    private BatchContainers() {}

    /**
     * Init containers in their order, then the others. None of a plain pod that has resources as a whole: its quota is not the sum of theirs.
     */
    static List<BatchContainer> of(Pod pod) {
        if (pod.getSpec() == null) {
            return List.of();
        }
        List<Container> init = Objects.requireNonNullElse(pod.getSpec().getInitContainers(), List.of());
        List<Container> main = Objects.requireNonNullElse(pod.getSpec().getContainers(), List.of());
        boolean asksForNone = Stream.concat(init.stream(), main.stream()).noneMatch(BatchContainers::asks);
        if (asksForNone && pod.getSpec().getResources() != null) {
            return List.of();
        }
        return Stream.concat(
                        init.stream()
                                .map(one -> container(
                                        one, "Always".equals(one.getRestartPolicy()) ? Role.SIDECAR : Role.INIT)),
                        main.stream().map(one -> container(one, Role.MAIN)))
                .toList();
    }

    /** What the runtime of the pod needs beside its containers. */
    static PlainLimits overhead(Pod pod) {
        Map<String, Quantity> overhead =
                pod.getSpec() == null ? null : pod.getSpec().getOverhead();
        return new PlainLimits(
                milli(Quantities.milli(overhead, ResourceNames.CPU))
                        + milli(Quantities.value(overhead, ResourceNames.BATCH_CPU)),
                bytes(Quantities.value(overhead, ResourceNames.MEMORY))
                        + bytes(Quantities.value(overhead, ResourceNames.BATCH_MEMORY)));
    }

    private static long milli(long amount) {
        return Math.max(0, Math.min(MOST_MILLI_CPU, amount));
    }

    private static long bytes(long amount) {
        return Math.max(0, Math.min(MOST_BYTES, amount));
    }

    private static BatchContainer container(Container container, Role role) {
        Map<String, Quantity> limits = limits(container);
        return new BatchContainer(
                Objects.requireNonNullElse(container.getName(), ""),
                role,
                asks(container),
                new BatchAmounts(
                        milli(Quantities.value(requests(container), ResourceNames.BATCH_CPU)),
                        milli(Quantities.value(limits, ResourceNames.BATCH_CPU)),
                        bytes(Quantities.value(limits, ResourceNames.BATCH_MEMORY))),
                new PlainLimits(
                        milli(Quantities.milli(limits, ResourceNames.CPU)),
                        bytes(Quantities.value(limits, ResourceNames.MEMORY))));
    }

    private static boolean asks(Container container) {
        return hasExtended(requests(container)) || hasExtended(limits(container));
    }

    private static boolean hasExtended(@Nullable Map<String, Quantity> list) {
        return list != null
                && Stream.of(
                                ResourceNames.BATCH_CPU,
                                ResourceNames.BATCH_MEMORY,
                                ResourceNames.MID_CPU,
                                ResourceNames.MID_MEMORY)
                        .anyMatch(list::containsKey);
    }

    private static @Nullable Map<String, Quantity> requests(Container container) {
        return Optional.ofNullable(container.getResources())
                .map(one -> one.getRequests())
                .orElse(null);
    }

    private static @Nullable Map<String, Quantity> limits(Container container) {
        return Optional.ofNullable(container.getResources())
                .map(one -> one.getLimits())
                .orElse(null);
    }
}
