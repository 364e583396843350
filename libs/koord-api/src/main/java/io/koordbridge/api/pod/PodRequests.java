package io.koordbridge.api.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a pod requests, by the formula of Kubernetes; manager specification section 4. */
@PureCore
public final class PodRequests {

    private PodRequests() {}

    /**
     * Sum of containers and sidecars, or the largest need of an init container if that is more; pod-level requests replace
     * a resource; overhead is added.
     *
     * @return exact amounts by resource name: cpu in cores, memory in bytes, batch-cpu in milli-cores
     */
    public static Map<String, BigDecimal> of(Pod pod) {
        Map<String, BigDecimal> sum = withoutOverhead(pod);
        if (pod.getSpec() != null) {
            add(sum, pod.getSpec().getOverhead());
        }
        return sum;
    }

    /** The same without the overhead of the pod's runtime. */
    public static Map<String, BigDecimal> withoutOverhead(Pod pod) {
        return sum(pod, PodRequests::requests, podLevel(pod, ResourceRequirements::getRequests));
    }

    /** What it requests if its containers request this. */
    public static Map<String, BigDecimal> of(Pod pod, Function<Container, Map<String, Quantity>> requests) {
        Map<String, BigDecimal> sum = sum(pod, requests::apply, podLevel(pod, ResourceRequirements::getRequests));
        if (pod.getSpec() != null) {
            add(sum, pod.getSpec().getOverhead());
        }
        return sum;
    }

    /**
     * What it may use at most: limits added up like requests, a container without one as 0. The overhead is added where there is
     * a limit at all.
     */
    public static Map<String, BigDecimal> limits(Pod pod) {
        Map<String, BigDecimal> sum = sum(pod, PodRequests::limits, podLevel(pod, ResourceRequirements::getLimits));
        if (pod.getSpec() != null && pod.getSpec().getOverhead() != null) {
            pod.getSpec()
                    .getOverhead()
                    .forEach((name, quantity) -> sum.computeIfPresent(
                            name,
                            (same, amount) ->
                                    amount.signum() == 0 ? amount : amount.add(Quantities.decimal(quantity))));
        }
        return sum;
    }

    /** Amounts of a container. */
    private interface OfContainer {
        @Nullable
        Map<String, Quantity> of(Container container);
    }

    private static Map<String, BigDecimal> sum(Pod pod, OfContainer amounts, @Nullable Map<String, Quantity> podLevel) {
        Map<String, BigDecimal> sum = new TreeMap<>();
        if (pod.getSpec() == null) {
            return sum;
        }
        for (Container container : containers(pod)) {
            add(sum, amounts.of(container));
        }
        includeInitContainers(pod, amounts, sum);
        includePodLevel(podLevel, sum);
        return sum;
    }

    private static @Nullable Map<String, Quantity> podLevel(
            Pod pod, Function<ResourceRequirements, Map<String, Quantity>> part) {
        return pod.getSpec() == null || pod.getSpec().getResources() == null
                ? null
                : part.apply(pod.getSpec().getResources());
    }

    /** Milli-cores that a pod requests, rounded up. */
    public static long milliCpu(Pod pod) {
        return exact(of(pod), ResourceNames.CPU).milli();
    }

    /** Bytes that a pod requests, rounded up. */
    public static long memoryBytes(Pod pod) {
        return value(pod, ResourceNames.MEMORY);
    }

    /** Whole units of any resource, rounded up; 0 when not requested. */
    public static long value(Pod pod, String name) {
        return exact(of(pod), name).value();
    }

    static List<Container> containers(Pod pod) {
        List<Container> list = pod.getSpec().getContainers();
        return list == null ? List.of() : list;
    }

    static List<Container> initContainers(Pod pod) {
        List<Container> list = pod.getSpec().getInitContainers();
        return list == null ? List.of() : list;
    }

    private static void includeInitContainers(Pod pod, OfContainer amounts, Map<String, BigDecimal> sum) {
        Map<String, BigDecimal> sidecars = new TreeMap<>();
        Map<String, BigDecimal> peak = new TreeMap<>();
        for (Container init : initContainers(pod)) {
            // Of the others, the sidecars before it need no more than all of them, which are in the sum.
            Map<String, BigDecimal> need = new TreeMap<>();
            add(need, amounts.of(init));
            need.forEach((name, amount) ->
                    peak.merge(name, amount.add(sidecars.getOrDefault(name, BigDecimal.ZERO)), BigDecimal::max));
            if ("Always".equals(init.getRestartPolicy())) {
                add(sum, amounts.of(init));
                add(sidecars, amounts.of(init));
            }
        }
        peak.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::max));
    }

    private static void includePodLevel(@Nullable Map<String, Quantity> podLevel, Map<String, BigDecimal> sum) {
        if (podLevel == null) {
            return;
        }
        podLevel.forEach((name, quantity) -> {
            boolean replaces = name.equals(ResourceNames.CPU)
                    || name.equals(ResourceNames.MEMORY)
                    || name.startsWith("hugepages-");
            if (replaces) {
                sum.put(name, Quantities.decimal(quantity));
            }
        });
    }

    private static @Nullable Map<String, Quantity> requests(Container container) {
        return container.getResources() == null
                ? null
                : container.getResources().getRequests();
    }

    private static @Nullable Map<String, Quantity> limits(Container container) {
        return container.getResources() == null
                ? null
                : container.getResources().getLimits();
    }

    private static void add(Map<String, BigDecimal> sum, @Nullable Map<String, Quantity> list) {
        if (list != null) {
            list.forEach((name, quantity) -> sum.merge(name, Quantities.decimal(quantity), BigDecimal::add));
        }
    }

    private static ExactQuantity exact(Map<String, BigDecimal> amounts, String name) {
        return new ExactQuantity(amounts.getOrDefault(name, BigDecimal.ZERO), ExactQuantity.Form.DECIMAL);
    }
}
