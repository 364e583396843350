package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What the NodeManager of a Node is to shrink to, while its containers hold more. Both times are by the writer's clock, so only the time
 * between them means something elsewhere.
 *
 * @param deadline RFC 3339, by when containers have left
 * @param time RFC 3339, when this was written
 * @param nodeId of the NodeManager
 * @param cpu whether the ResourceManager is known to end containers for their vcores; absent where it is not
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnShrink(
        @Nullable Long vcores,
        @Nullable Long memoryMB,
        @Nullable String deadline,
        @Nullable String time,
        @Nullable String nodeId,
        @Nullable Boolean cpu) {

    /** Whether the ResourceManager is known to end containers for their vcores. */
    public boolean countsVcores() {
        return Boolean.TRUE.equals(cpu);
    }

    /** By when containers have left, by the writer's clock; of one that its reader found good. */
    public Instant until() {
        return deadline == null ? Instant.EPOCH : OffsetDateTime.parse(deadline).toInstant();
    }

    /** Time that was left when it was written; of one that its reader found good. */
    public Duration left() {
        return deadline == null || time == null
                ? Duration.ZERO
                : Duration.between(OffsetDateTime.parse(time), OffsetDateTime.parse(deadline));
    }
}
