package io.koordbridge.capacity.damping;

import org.jspecify.annotations.Nullable;

/**
 * One capacity as it was published.
 *
 * @param milliCpu null when this process does not know
 * @param bytes null when this process does not know
 */
public record CapacityState(
        @Nullable AmountState milliCpu, @Nullable AmountState bytes) {

    /** This process published nothing yet: the shown values count. */
    public static final CapacityState UNKNOWN = new CapacityState(null, null);
}
