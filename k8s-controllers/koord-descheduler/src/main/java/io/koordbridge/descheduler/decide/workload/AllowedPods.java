package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.protocol.PureCore;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How many pods of a workload may be unavailable, or migrate, at a time; descheduler specification section 5.4. */
@PureCore
public final class AllowedPods {

    private static final int MANY = 10;
    private static final int SOME = 4;
    private static final int PART_OF_MANY = 10;

    private AllowedPods() {}

    /**
     * The number for a size.
     *
     * @param value as configured, null for the part that fits the size
     * @return at most {@code replicas}; empty when the value is malformed
     */
    public static OptionalInt of(int replicas, @Nullable IntOrPercent value) {
        if (value == null) {
            return OptionalInt.of(Math.min(usual(replicas), replicas));
        }
        OptionalLong configured = value.scaledTo(replicas);
        if (configured.isEmpty()) {
            return OptionalInt.empty();
        }
        long least = configured.getAsLong() == 0 ? 1 : configured.getAsLong();
        return OptionalInt.of((int) Math.max(Integer.MIN_VALUE, Math.min(least, replicas)));
    }

    private static int usual(int replicas) {
        if (replicas > MANY) {
            return replicas / PART_OF_MANY;
        }
        return replicas >= SOME ? 2 : 1;
    }
}
