package io.koordbridge.capacity.batchresource;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListSchema;
import io.koordbridge.sloconfig.MapSchema;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The NUMA nodes of a pod, from its resource status; an unreadable annotation counts as none. */
@PureCore
final class NumaBinding {

    private static final ObjectSchema STATUS = ObjectSchema.of(
            Field.of("cpuset", Scalar.TEXT),
            Field.of(
                    "numaNodeResources",
                    new ListSchema(ObjectSchema.of(
                            Field.of("node", Scalar.INT32), Field.of("resources", new MapSchema(Scalar.QUANTITY))))));

    private NumaBinding() {}

    /** The node of each entry, in the order listed; an entry without node means node 0. */
    static List<Integer> nodes(Pod pod) {
        Optional<String> text = AnnotationCodec.text(pod, Annotations.POD_RESOURCE_STATUS);
        if (text.isEmpty()) {
            return List.of();
        }
        Decoded decoded = DocumentDecoder.decode(Annotations.POD_RESOURCE_STATUS, text.get(), STATUS);
        if (!decoded.readable()) {
            return List.of();
        }
        List<Integer> nodes = new ArrayList<>();
        for (JsonNode entry : decoded.tree().path("numaNodeResources")) {
            nodes.add(entry.path("node").asInt());
        }
        return nodes;
    }
}
