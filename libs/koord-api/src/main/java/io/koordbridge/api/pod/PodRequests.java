package io.koordbridge.api.pod;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
        Map<String, BigDecimal> sum = new TreeMap<>();
        if (pod.getSpec() == null) {
            return sum;
        }
        for (Container container : containers(pod)) {
            add(sum, requests(container));
        }
        includeInitContainers(pod, sum);
        includePodLevel(pod, sum);
        return sum;
    }

    /** Milli-cores that a pod requests, rounded up. */
    public static long milliCpu(Pod pod) {
        return Quantities.milli(quantity(of(pod), ResourceNames.CPU));
    }

    /** Bytes that a pod requests, rounded up. */
    public static long memoryBytes(Pod pod) {
        return Quantities.value(quantity(of(pod), ResourceNames.MEMORY));
    }

    /** Whole units of any resource, rounded up; 0 when not requested. */
    public static long value(Pod pod, String name) {
        return Quantities.value(quantity(of(pod), name));
    }

    static List<Container> containers(Pod pod) {
        List<Container> list = pod.getSpec().getContainers();
        return list == null ? List.of() : list;
    }

    static List<Container> initContainers(Pod pod) {
        List<Container> list = pod.getSpec().getInitContainers();
        return list == null ? List.of() : list;
    }

    private static void includeInitContainers(Pod pod, Map<String, BigDecimal> sum) {
        Map<String, BigDecimal> sidecars = new TreeMap<>();
        Map<String, BigDecimal> peak = new TreeMap<>();
        for (Container init : initContainers(pod)) {
            Map<String, BigDecimal> need = new TreeMap<>(sidecars);
            add(need, requests(init));
            if ("Always".equals(init.getRestartPolicy())) {
                add(sum, requests(init));
                add(sidecars, requests(init));
            }
            need.forEach((name, amount) -> peak.merge(name, amount, BigDecimal::max));
        }
        peak.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::max));
    }

    private static void includePodLevel(Pod pod, Map<String, BigDecimal> sum) {
        Map<String, Quantity> podLevel = pod.getSpec().getResources() == null
                ? null
                : pod.getSpec().getResources().getRequests();
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

    private static void add(Map<String, BigDecimal> sum, @Nullable Map<String, Quantity> list) {
        if (list != null) {
            list.forEach((name, quantity) -> sum.merge(name, Quantities.decimal(quantity), BigDecimal::add));
        }
    }

    private static @Nullable Quantity quantity(Map<String, BigDecimal> amounts, String name) {
        BigDecimal amount = amounts.get(name);
        return amount == null ? null : new Quantity(amount.toPlainString());
    }
}
