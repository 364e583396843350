package io.koordbridge.scheduler.place.device;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One device of a node.
 *
 * @param type gpu, rdma, fpga or xpu
 * @param minor its number among those of the type
 * @param id unique id, empty when unknown
 * @param place where it sits, null when the object does not say
 * @param total what it offers, nothing when it is not healthy
 * @param labels for selectors of pods
 * @param functions virtual functions, by bus id
 */
@PureCore
record Card(
        String type,
        int minor,
        String id,
        @Nullable Place place,
        ResourceVector total,
        Map<String, String> labels,
        List<Function> functions) {

    /** NUMA id of a card whose NUMA node is not known. */
    static final int ANY_NUMA_NODE = -1;

    Card {
        labels = Map.copyOf(labels);
        functions = List.copyOf(functions);
    }

    /**
     * Where a card sits.
     *
     * @param numaNode NUMA id, {@link #ANY_NUMA_NODE} when unknown
     * @param pcie id of its PCIe switch, empty when unknown
     */
    record Place(int numaNode, String pcie) {}

    /** A virtual function. */
    record Function(String busId, int minor, Map<String, String> labels) {

        Function {
            labels = Map.copyOf(labels);
        }
    }

    String pcie() {
        return place == null ? "" : place.pcie();
    }
}
