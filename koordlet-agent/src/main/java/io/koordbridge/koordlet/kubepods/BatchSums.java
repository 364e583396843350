package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Batch resources of a whole pod, containers and sidecars; specification section 3.
 *
 * @param limitMilliCpu -1 as soon as one container has none
 * @param limitBytes -1 as soon as one container has none
 */
@PureCore
public record BatchSums(long requestMilliCpu, long requestBytes, long limitMilliCpu, long limitBytes) {

    private static final long UNLIMITED = -1;

    /** The sums of a pod. */
    public static BatchSums of(Pod pod) {
        List<Container> containers = containersAndSidecars(pod).toList();
        return new BatchSums(
                requests(containers, ResourceNames.BATCH_CPU),
                requests(containers, ResourceNames.BATCH_MEMORY),
                limits(containers, ResourceNames.BATCH_CPU),
                limits(containers, ResourceNames.BATCH_MEMORY));
    }

    private static Stream<Container> containersAndSidecars(Pod pod) {
        if (pod.getSpec() == null) {
            return Stream.empty();
        }
        Stream<Container> sidecars = Optional.ofNullable(pod.getSpec().getInitContainers()).stream()
                .flatMap(List::stream)
                .filter(init -> "Always".equals(init.getRestartPolicy()));
        Stream<Container> plain =
                Optional.ofNullable(pod.getSpec().getContainers()).stream().flatMap(List::stream);
        return Stream.concat(plain, sidecars);
    }

    private static long requests(List<Container> containers, String name) {
        return containers.stream()
                .mapToLong(container -> Math.max(0, Quantities.value(list(container, true), name)))
                .reduce(0, BatchSums::plus);
    }

    private static long limits(List<Container> containers, String name) {
        long sum = 0;
        for (Container container : containers) {
            long limit = Quantities.value(list(container, false), name);
            if (limit <= 0) {
                return UNLIMITED;
            }
            sum = plus(sum, limit);
        }
        return sum == 0 ? UNLIMITED : sum;
    }

    private static long plus(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    private static @Nullable Map<String, Quantity> list(Container container, boolean requests) {
        if (container.getResources() == null) {
            return null;
        }
        return requests
                ? container.getResources().getRequests()
                : container.getResources().getLimits();
    }
}
