package io.koordbridge.api.document.pod;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.SoftEviction;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;

/**
 * Annotation soft-eviction of Pods: a request of a descheduler that another component drains the pod and deletes it.
 *
 * <pre>
 * input                                   | value                        | problem
 * ----------------------------------------+------------------------------+---------------
 * absent, JSON null                       | absent                       | -
 * names of fields in another case         | as written in the right case | -
 * unknown fields                          | left out                     | -
 * no JSON, wrong type, a number for a     | unreadable                   | the whole text
 *   text, above 16,384 characters         |                              |
 * </pre>
 *
 * <p><b>koord-descheduler</b>: an unreadable document is of another writer. It stays when a job withdraws its request, and is replaced
 * when a job makes one. <b>yarn-operator</b>: a NodeManager's pod with a readable request is drained, then deleted; an unreadable one asks
 * for nothing.
 */
@PureCore
public final class SoftEvictionReader {

    private SoftEvictionReader() {}

    /** The request. */
    public static Decoded<SoftEviction> read(HasMetadata pod) {
        return JsonDocument.of(
                pod,
                Annotations.POD_SOFT_EVICTION,
                SoftEviction.class,
                "JSON such as {\"timestamp\":\"2026-01-01T00:00:00Z\",\"initiator\":\"LowNodeLoad\"}");
    }
}
