package io.koordbridge.kube.write;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes of an object's marks; a null value removes the key.
 *
 * @param annotations value by key
 * @param labels value by key
 */
public record MetadataPatch(Map<String, @Nullable String> annotations, Map<String, @Nullable String> labels) {

    /** No change. */
    public static final MetadataPatch NONE = new MetadataPatch(Map.of(), Map.of());

    public MetadataPatch {
        annotations = new HashMap<>(annotations);
        labels = new HashMap<>(labels);
    }

    /** Changes of annotations only. */
    public static MetadataPatch annotations(Map<String, @Nullable String> annotations) {
        return new MetadataPatch(annotations, Map.of());
    }

    /** Whether nothing changes. */
    public boolean isEmpty() {
        return annotations.isEmpty() && labels.isEmpty();
    }

    Map<String, Object> asMetadata() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (!annotations.isEmpty()) {
            metadata.put("annotations", annotations);
        }
        if (!labels.isEmpty()) {
            metadata.put("labels", labels);
        }
        return metadata;
    }
}
