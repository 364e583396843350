package io.koordbridge.api.pod;

import static io.koordbridge.api.binding.Absent.orEmpty;

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
     * a resource; overhead is added. Of a bound pod the status counts as {@link ContainerRequests} says.
     *
     * @return exact amounts by resource name: cpu in cores, memory in bytes, batch-cpu in milli-cores
     */
    public static Map<String, BigDecimal> of(Pod pod) {
        return of(pod, ContainerRequests.counted(pod));
    }

    /** The same by the spec, without what the node provides now: for a pod that is admitted. */
    public static Map<String, BigDecimal> ofSpec(Pod pod) {
        return of(pod, ContainerRequests.ofSpec());
    }

    /** What the pod requests if its containers request this. */
    public static Map<String, BigDecimal> of(Pod pod, ContainerRequests requests) {
        Map<String, BigDecimal> sum = withoutOverhead(pod, requests);
        if (pod.getSpec() != null) {
            add(sum, pod.getSpec().getOverhead());
        }
        return sum;
    }

    /** The same without the overhead of the pod's runtime. */
    public static Map<String, BigDecimal> withoutOverhead(Pod pod, ContainerRequests requests) {
        Map<String, BigDecimal> sum = sum(pod, requests::addTo, requests::addInitTo);
        Map<String, Quantity> whole = podLevel(pod, ResourceRequirements::getRequests);
        if (!whole.isEmpty()) {
            sum.putAll(requests.ofPod(whole, orEmpty(pod.getSpec().getOverhead())));
        }
        return sum;
    }

    /**
     * What it may use at most: limits added up like requests, a container without one as 0. The overhead is added where there is
     * a limit at all.
     */
    public static Map<String, BigDecimal> limits(Pod pod) {
        Map<String, BigDecimal> sum = sum(pod, PodRequests::addLimits, PodRequests::addLimits);
        podLevel(pod, ResourceRequirements::getLimits)
                .forEach((name, quantity) -> sum.put(name, Quantities.decimal(quantity)));
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

    /** Adds amounts of a container to a sum. */
    private interface Addition {
        void add(Map<String, BigDecimal> sum, Container container);
    }

    private static Map<String, BigDecimal> sum(Pod pod, Addition addition, Addition ofInit) {
        Map<String, BigDecimal> sum = new TreeMap<>();
        if (pod.getSpec() == null) {
            return sum;
        }
        for (Container container : containers(pod)) {
            addition.add(sum, container);
        }
        includeInitContainers(pod, ofInit, sum);
        return sum;
    }

    /** Those that replace the sums of the containers. */
    private static Map<String, Quantity> podLevel(Pod pod, Function<ResourceRequirements, Map<String, Quantity>> part) {
        if (pod.getSpec() == null || pod.getSpec().getResources() == null) {
            return Map.of();
        }
        Map<String, Quantity> replacing =
                new TreeMap<>(orEmpty(part.apply(pod.getSpec().getResources())));
        replacing.keySet().removeIf(name -> !replaces(name));
        return replacing;
    }

    /** Whether a list of the pod as a whole stands for those of its containers. */
    static boolean anyReplaces(@Nullable Map<String, Quantity> list) {
        return orEmpty(list).keySet().stream().anyMatch(PodRequests::replaces);
    }

    private static boolean replaces(String name) {
        return name.equals(ResourceNames.CPU) || name.equals(ResourceNames.MEMORY) || name.startsWith("hugepages-");
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

    private static void includeInitContainers(Pod pod, Addition addition, Map<String, BigDecimal> sum) {
        Map<String, BigDecimal> sidecars = new TreeMap<>();
        Map<String, BigDecimal> peak = new TreeMap<>();
        for (Container init : initContainers(pod)) {
            // Of the others, the sidecars before it need no more than all of them, which are in the sum.
            Map<String, BigDecimal> need = new TreeMap<>();
            addition.add(need, init);
            need.forEach((name, amount) ->
                    peak.merge(name, amount.add(sidecars.getOrDefault(name, BigDecimal.ZERO)), BigDecimal::max));
            if (ContainerRequests.isSidecar(init)) {
                need.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::add));
                need.forEach((name, amount) -> sidecars.merge(name, amount, BigDecimal::add));
            }
        }
        peak.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::max));
    }

    private static void addLimits(Map<String, BigDecimal> sum, Container container) {
        if (container.getResources() != null) {
            add(sum, container.getResources().getLimits());
        }
    }

    static void add(Map<String, BigDecimal> sum, @Nullable Map<String, Quantity> list) {
        if (list != null) {
            list.forEach((name, quantity) -> sum.merge(name, Quantities.decimal(quantity), BigDecimal::add));
        }
    }

    private static ExactQuantity exact(Map<String, BigDecimal> amounts, String name) {
        return new ExactQuantity(amounts.getOrDefault(name, BigDecimal.ZERO), ExactQuantity.Form.DECIMAL);
    }
}
