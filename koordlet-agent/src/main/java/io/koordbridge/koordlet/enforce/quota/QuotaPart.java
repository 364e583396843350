package io.koordbridge.koordlet.enforce.quota;

import io.koordbridge.protocol.PureCore;

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
    public sealed interface Stage permits Normalized, Burst {}

    /**
     * The processor does more than the one that the limits were meant for.
     *
     * @param ratio how much more; up to 1 changes nothing
     */
    public record Normalized(double ratio) implements Stage {}

    /**
     * Room above the limits for a short while.
     *
     * @param scale what the quota is multiplied by now, at least 1
     * @param burstMicros time saved up in idle periods that may be used at once
     */
    public record Burst(double scale, long burstMicros) implements Stage {

        public Burst {
            if (!(scale >= 1) || burstMicros < 0) {
                throw new IllegalArgumentException(
                        "burst with scale " + scale + " and " + burstMicros + " us: want at least 1 and 0");
            }
        }
    }
}
