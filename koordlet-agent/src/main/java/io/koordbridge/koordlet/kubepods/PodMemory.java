package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.pod.ContainerRequests;
import io.koordbridge.api.pod.PodClassification;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Memory that a pod asks for: batch memory when its label is BE, else plain memory.
 *
 * @param pod sums; its limit is 0 when it has none
 * @param containers by name, init containers too
 */
@PureCore
public record PodMemory(Ask pod, Map<String, Ask> containers) {

    /** Nothing is known of it. */
    public static final PodMemory NONE = new PodMemory(Ask.NONE, Map.of());

    /** More than any machine has; sums of thousands of containers do not overflow. */
    private static final long MOST_BYTES = 1L << 50;

    public PodMemory {
        containers = Map.copyOf(containers);
    }

    /**
     * Of a pod or container.
     *
     * @param limitBytes 0 when not limited
     */
    public record Ask(long requestBytes, long limitBytes) {
        static final Ask NONE = new Ask(0, 0);

        private Ask plus(Ask other) {
            return new Ask(requestBytes + other.requestBytes, limitBytes + other.limitBytes);
        }
    }

    /** Requests as the kubelet counts them, limits of the spec. */
    static PodMemory of(Pod pod) {
        if (pod.getSpec() == null) {
            return NONE;
        }
        boolean batch = PodClassification.explicitQos(pod) == QosClass.BE;
        ContainerRequests requests = ContainerRequests.counted(pod);
        Map<String, Ask> found = new HashMap<>();
        List<Ask> together = new ArrayList<>();
        Ask sidecars = Ask.NONE;
        long largestInit = 0;
        long largestInitLimit = 0;
        for (Container init : Objects.requireNonNullElse(pod.getSpec().getInitContainers(), List.<Container>of())) {
            Ask own = ask(init, requests.ofInit(init), batch);
            found.put(Objects.requireNonNullElse(init.getName(), ""), own);
            if ("Always".equals(init.getRestartPolicy())) {
                together.add(own);
                sidecars = sidecars.plus(own);
            } else {
                largestInit = Math.max(largestInit, sidecars.requestBytes() + own.requestBytes());
                largestInitLimit = Math.max(largestInitLimit, sidecars.limitBytes() + own.limitBytes());
            }
        }
        for (Container main : Objects.requireNonNullElse(pod.getSpec().getContainers(), List.<Container>of())) {
            Ask own = ask(main, requests.of(main), batch);
            found.put(Objects.requireNonNullElse(main.getName(), ""), own);
            together.add(own);
        }
        Ask sum = together.stream().reduce(Ask.NONE, Ask::plus);
        boolean unlimited = batch && together.stream().anyMatch(one -> one.limitBytes() == 0);
        long request = batch
                ? Math.max(sum.requestBytes(), largestInit)
                : Math.min(MOST_BYTES, Math.max(0, PodRequests.memoryBytes(pod)));
        return new PodMemory(new Ask(request, unlimited ? 0 : Math.max(sum.limitBytes(), largestInitLimit)), found);
    }

    private static Ask ask(Container container, Map<String, BigDecimal> requests, boolean batch) {
        Map<String, Quantity> limits = Optional.ofNullable(container.getResources())
                .map(one -> one.getLimits())
                .orElse(null);
        if (!batch) {
            return new Ask(requested(requests, ResourceNames.MEMORY), bytes(limits, ResourceNames.MEMORY));
        }
        long batchRequest = requested(requests, ResourceNames.BATCH_MEMORY);
        return new Ask(
                batchRequest == 0 ? requested(requests, ResourceNames.MEMORY) : batchRequest,
                tighter(bytes(limits, ResourceNames.BATCH_MEMORY), bytes(limits, ResourceNames.MEMORY)));
    }

    private static long tighter(long one, long other) {
        return one == 0 || other == 0 ? Math.max(one, other) : Math.min(one, other);
    }

    private static long requested(Map<String, BigDecimal> requests, String name) {
        return requests.getOrDefault(name, BigDecimal.ZERO)
                .setScale(0, RoundingMode.CEILING)
                .max(BigDecimal.ZERO)
                .min(BigDecimal.valueOf(MOST_BYTES))
                .longValueExact();
    }

    private static long bytes(@Nullable Map<String, Quantity> list, String name) {
        return Math.max(0, Math.min(MOST_BYTES, Quantities.value(list, name)));
    }
}
