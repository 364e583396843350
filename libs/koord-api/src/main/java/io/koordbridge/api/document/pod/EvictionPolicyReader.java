package io.koordbridge.api.document.pod;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Arrays;
import java.util.Set;

/**
 * Annotation eviction-policy of Pods: names of the features that may evict the pod, a wish of its owner.
 *
 * <pre>
 * input                                   | value             | problem
 * ----------------------------------------+-------------------+---------------
 * absent                                  | absent            | -
 * JSON null                               | no feature        | -
 * a list of texts                         | these             | -
 * null entries, a name twice              | left out          | -
 * no JSON, wrong type, a number for a     | unreadable        | the whole text
 *   text, above 16,384 characters         |                   |
 * </pre>
 *
 * <p><b>koordlet</b>: absent lets each feature evict the pod; an unreadable document lets none, and that is logged. Other processes do
 * not read it.
 */
@PureCore
public final class EvictionPolicyReader {

    private static final String KEY = Annotations.POD_EVICTION_POLICY;

    private EvictionPolicyReader() {}

    /** The features. */
    public static Decoded<Set<String>> read(HasMetadata pod) {
        Decoded<String[]> document =
                JsonDocument.of(pod, KEY, String[].class, "a JSON array of texts such as [\"evictByRealLimit\"]");
        return document.isAbsent() && AnnotationCodec.text(pod, KEY).isPresent()
                ? Decoded.of(Set.of())
                : document.map(names -> Set.copyOf(Arrays.asList(names)));
    }
}
