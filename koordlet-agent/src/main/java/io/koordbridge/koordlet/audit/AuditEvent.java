package io.koordbridge.koordlet.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One write.
 *
 * @param createdAt RFC 3339
 * @param type always {@code group}
 * @param reason capability that wanted it
 * @param before content before; absent when it was not read
 * @param error the kernel's refusal; absent when it took the value
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditEvent(
        String createdAt,
        String type,
        String reason,
        String path,
        @Nullable String before,
        String after,
        @Nullable String error) {}
