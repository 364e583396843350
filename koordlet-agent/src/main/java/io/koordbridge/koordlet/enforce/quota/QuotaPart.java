package io.koordbridge.koordlet.enforce.quota;

import io.koordbridge.protocol.PureCore;
import java.util.OptionalLong;

/**
 * What a strategy adds to the quota of a group. All parts of a group have the same base.
 *
 * @param group pod or container
 * @param baseMicros what its limits say, for the period of the file; -1 without a limit
 * @param currentMicros what the file holds now: it decides whether quota or burst is written first
 * @param owner strategy
 */
@PureCore
public record QuotaPart(String group, long baseMicros, long currentMicros, Stage stage, String owner) {

    /** A step from the base to the value. */
    public sealed interface Stage permits Normalized, Burst, Around {}

    /**
     * The processor does more than the one that the limits were meant for.
     *
     * @param ratio how much more; up to 1 changes nothing
     */
    public record Normalized(double ratio) implements Stage {}

    /**
     * Room above the limits of a container for a short while.
     *
     * @param move what becomes of the present quota
     * @param ceilPercent most that it may become, as a part of the base after the stage before
     * @param burstMicros time saved up in idle periods that may be used at once; empty leaves its file
     */
    public record Burst(QuotaMove move, long ceilPercent, OptionalLong burstMicros) implements Stage {

        public Burst {
            requireBurst(burstMicros);
        }
    }

    /**
     * A pod has the room of its containers: its quota goes up and down with theirs.
     *
     * @param burstMicros as for a container
     */
    public record Around(OptionalLong burstMicros) implements Stage {

        public Around {
            requireBurst(burstMicros);
        }
    }

    private static void requireBurst(OptionalLong micros) {
        if (micros.orElse(0) < 0) {
            throw new IllegalArgumentException("burst of " + micros.getAsLong() + " us: want at least 0");
        }
    }
}
