package io.koordbridge.api.document.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Annotation {@code node.koordinator.sh/raw-allocatable}: what the kubelet reported before amplification. The webhook of koord-manager
 * writes it.
 *
 * <table>
 * <caption>Input and result</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>none, JSON null</td><td>absent</td><td>none</td></tr>
 * <tr><td>{@code {"cpu": "8"}}</td><td>amounts; other resources were not amplified</td><td>none</td></tr>
 * <tr><td>a negative amount</td><td>the rest</td><td>yes</td></tr>
 * <tr><td>an amount above 2^53</td><td>2^53 in its place</td><td>yes</td></tr>
 * <tr><td>other text than a JSON object, an amount that is not a quantity</td><td>none</td><td>yes</td></tr>
 * </table>
 *
 * <p>With a problem. koordlet: what was read before stays, else the allocatable of the status counts, with a warning. koord-scheduler
 * (load) and koord-descheduler: the allocatable of the status counts, as recorded. koord-manager: clean-up restores nothing, because the
 * kubelet's next report does; its webhook refuses the status update.
 */
@PureCore
public final class RawAllocatableDocument {

    private static final String ALLOWED = "a JSON object such as {\"cpu\": \"8\", \"memory\": \"32Gi\"}";

    private RawAllocatableDocument() {}

    /** The annotation as it is written. */
    private static final class Wire extends LinkedHashMap<String, JsonNode> {
        private static final long serialVersionUID = 1;
    }

    /** Reads the annotation of a Node. */
    public static Decoded<Map<String, Quantity>> of(HasMetadata node) {
        return read(AnnotationCodec.text(node, Annotations.NODE_RAW_ALLOCATABLE).orElse(null));
    }

    /** Reads a text, null when absent. */
    public static Decoded<Map<String, Quantity>> read(@Nullable String text) {
        Decoded<Wire> wire = JsonDocument.of(text, Annotations.NODE_RAW_ALLOCATABLE, Wire.class, ALLOWED);
        return wire.value() == null
                ? new Decoded<>(null, wire.problems())
                : WireAmounts.read(Annotations.NODE_RAW_ALLOCATABLE, "", wire.value());
    }
}
