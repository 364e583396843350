package io.koordbridge.capacity.cpunormalization;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.Scalar;
import java.util.Optional;

/**
 * What the node agent reports about the CPUs of a node.
 *
 * @param model empty when it is not known
 */
@PureCore
public record CpuFacts(String model, boolean hyperThread, boolean turbo) {

    private static final ObjectSchema SHAPE = ObjectSchema.of(
            Field.of("cpuModel", Scalar.TEXT),
            Field.of("hyperThreadEnabled", Scalar.BOOLEAN),
            Field.of("turboEnabled", Scalar.BOOLEAN),
            Field.of("catL3CbmMask", Scalar.TEXT),
            Field.of("vendorID", Scalar.TEXT));

    /** Reads the annotation of a NodeResourceTopology; empty when it is not well-formed. */
    static Optional<CpuFacts> read(String text) {
        if (text.strip().equals("null")) {
            return Optional.of(new CpuFacts("", false, false));
        }
        Decoded decoded = DocumentDecoder.decode(Annotations.NRT_CPU_BASIC_INFO, text, SHAPE);
        ObjectNode tree = decoded.tree();
        return decoded.readable()
                ? Optional.of(new CpuFacts(
                        tree.path("cpuModel").asText(""),
                        tree.path("hyperThreadEnabled").asBoolean(),
                        tree.path("turboEnabled").asBoolean()))
                : Optional.empty();
    }

    /** Field of a model's entry that holds the ratio of such CPUs. */
    String ratioField() {
        if (hyperThread) {
            return turbo ? "hyperThreadTurboEnabledRatio" : "hyperThreadEnabledRatio";
        }
        return turbo ? "turboEnabledRatio" : "baseRatio";
    }
}
