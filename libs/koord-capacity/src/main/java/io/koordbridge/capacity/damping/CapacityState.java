package io.koordbridge.capacity.damping;

import java.time.Instant;
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

    AmountState milliCpu(ShownCapacity shown, Instant now) {
        return milliCpu == null ? restarted(shown.milliCpu(), now) : milliCpu;
    }

    AmountState bytes(ShownCapacity shown, Instant now) {
        return bytes == null ? restarted(shown.bytes(), now) : bytes;
    }

    /** After a restart what is shown was published just now; where nothing is shown the first step may be taken. */
    private static AmountState restarted(long shown, Instant now) {
        return new AmountState(shown, shown > 0 ? now : Instant.EPOCH);
    }
}
