package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import java.util.HashMap;
import java.util.Map;

/** A node, and settings and a topology by which it is normalized with one ratio. */
public final class NormalizedNodes {

    private NormalizedNodes() {}

    /** Normalization by one ratio, no amplification. */
    public static NodeInputs.Settings settings(String normalization) {
        Map<String, String> data = Map.of(
                NodeRatioSchemas.NORMALIZATION.key(), "{\"enable\":true,\"defaultRatio\":" + normalization + "}");
        return new NodeInputs.Settings(
                KeyState.initial(NodeRatioSchemas.NORMALIZATION)
                        .next(NodeRatioSchemas.NORMALIZATION, data)
                        .state(),
                KeyState.initial(NodeRatioSchemas.AMPLIFICATION),
                false);
    }

    /**
     * A node of 16 CPUs and 64 GiB.
     *
     * @param published amounts that it shows besides
     * @param ratio what its annotation tells of normalization
     * @param origin its annotation of amounts before normalization
     */
    public static Node node(Map<String, Quantity> published, String ratio, String origin) {
        Map<String, Quantity> resources = new HashMap<>(published);
        resources.put("cpu", new Quantity("16"));
        resources.put("memory", new Quantity("64Gi"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_CPU_NORMALIZATION_RATIO, ratio)
                .addToAnnotations(Annotations.NODE_ORIGIN_ALLOCATABLE, origin)
                .endMetadata()
                .withNewStatus()
                .withCapacity(resources)
                .withAllocatable(resources)
                .endStatus()
                .build();
    }

    /** A topology that tells nothing of its CPU. */
    public static NodeResourceTopology topology() {
        NodeResourceTopology topology = new NodeResourceTopology();
        topology.setMetadata(new ObjectMetaBuilder()
                .withName("n")
                .addToAnnotations(Annotations.NRT_CPU_BASIC_INFO, "{}")
                .build());
        return topology;
    }
}
