package io.koordbridge.manager.noderesource;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.sloconfig.KeyState;
import io.koordbridge.sloconfig.noderatios.NodeRatioShapes;
import java.util.Map;

/** Settings and a topology by which every node is normalized with one ratio. */
public final class NormalizedNodes {

    private NormalizedNodes() {}

    /** Normalization by one ratio, no amplification. */
    public static NodeInputs.Settings settings(String normalization) {
        Map<String, String> data =
                Map.of(NodeRatioShapes.NORMALIZATION.key(), "{\"enable\":true,\"defaultRatio\":" + normalization + "}");
        return new NodeInputs.Settings(
                KeyState.initial(NodeRatioShapes.NORMALIZATION)
                        .next(NodeRatioShapes.NORMALIZATION, data)
                        .state(),
                KeyState.initial(NodeRatioShapes.AMPLIFICATION),
                false);
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
