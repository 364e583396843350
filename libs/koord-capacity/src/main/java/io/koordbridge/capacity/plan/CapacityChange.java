package io.koordbridge.capacity.plan;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One published amount that changed.
 *
 * @param before in the unit of the resource, null when the node did not have it
 * @param after in the unit of the resource, null when it was removed
 * @param why what decided that it was written
 * @param because what the numbers came from, and which terms moved since the node last showed that
 */
public record CapacityChange(
        Instant at,
        String resource,
        @Nullable String before,
        @Nullable String after,
        WriteDecision.Reason why,
        String because) {}
