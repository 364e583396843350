package io.koordbridge.koordlet.kubepods;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits that the kubelet sets by itself, from plain cpu and memory.
 *
 * @param containers by name
 */
@PureCore
public record KubeletLimits(Map<String, Amounts> containers) {

    public static final KubeletLimits NONE = new KubeletLimits(Map.of());

    public KubeletLimits {
        containers = Map.copyOf(containers);
    }

    /**
     * Limits of one group.
     *
     * @param milliCpu 0 when not limited
     * @param bytes 0 when not limited
     */
    public record Amounts(long milliCpu, long bytes) {
        static final Amounts UNLIMITED = new Amounts(0, 0);
    }

    static KubeletLimits of(List<Container> containers) {
        Map<String, Amounts> found = new LinkedHashMap<>();
        for (Container container : containers) {
            Map<String, Quantity> limits = container.getResources() == null
                    ? null
                    : container.getResources().getLimits();
            found.put(
                    container.getName(),
                    new Amounts(
                            Math.max(0, Quantities.milli(limits, ResourceNames.CPU)),
                            Math.max(0, Quantities.value(limits, ResourceNames.MEMORY))));
        }
        return new KubeletLimits(found);
    }

    /** Those of a container. */
    public Amounts of(String container) {
        return containers.getOrDefault(container, Amounts.UNLIMITED);
    }

    /** Those of the pod: the kubelet limits it as soon as every container is limited. */
    public Amounts ofPod() {
        long milli = 0;
        long bytes = 0;
        boolean allCpu = !containers.isEmpty();
        boolean allMemory = allCpu;
        for (Amounts one : containers.values()) {
            milli += one.milliCpu();
            bytes += one.bytes();
            allCpu &= one.milliCpu() > 0;
            allMemory &= one.bytes() > 0;
        }
        return new Amounts(allCpu ? milli : 0, allMemory ? bytes : 0);
    }
}
