package io.koordbridge.capacity.batchresource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Node annotation with the batch capacity before third parties; keys of others stay. */
@PureCore
public final class OriginDocument {

    private OriginDocument() {}

    /** The resources of an annotation; empty when it is absent or unreadable. */
    public static Map<String, Quantity> read(String nodeName, @Nullable String text) {
        if (text == null) {
            return Map.of();
        }
        try {
            ResourceListDocument document = AnnotationCodec.decode(
                    "Node/" + nodeName, Annotations.NODE_ORIGIN_ALLOCATABLE, text, ResourceListDocument.class);
            return document == null || document.resources() == null ? Map.of() : document.resources();
        } catch (BadAnnotationException e) {
            return Map.of();
        }
    }
}
