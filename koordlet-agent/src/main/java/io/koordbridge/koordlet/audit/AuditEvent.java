package io.koordbridge.koordlet.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One write, or one pod that was evicted.
 *
 * @param createdAt RFC 3339
 * @param type {@code group} of a write, {@code pod} of an eviction
 * @param namespace of the pod, absent for a write, like its name and the message
 * @param reason capability that wanted it
 * @param path absent for a pod, like what follows
 * @param before content before; absent when it was not read
 * @param error the kernel's refusal; absent when it took the value
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditEvent(
        String createdAt,
        String type,
        @Nullable String namespace,
        @Nullable String name,
        String reason,
        @Nullable String message,
        @Nullable String path,
        @Nullable String before,
        @Nullable String after,
        @Nullable String error) {

    static final String GROUP = "group";
    private static final String POD = "pod";

    /** A write. */
    public AuditEvent(
            String createdAt,
            String type,
            String reason,
            String path,
            @Nullable String before,
            String after,
            @Nullable String error) {
        this(createdAt, type, null, null, reason, null, path, before, after, error);
    }

    /** A pod that was evicted. */
    static AuditEvent ofPod(String createdAt, String namespace, String name, String reason, String message) {
        return new AuditEvent(createdAt, POD, namespace, name, reason, message, null, null, null, null);
    }
}
