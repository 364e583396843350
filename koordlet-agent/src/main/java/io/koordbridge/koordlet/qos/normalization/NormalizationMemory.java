package io.koordbridge.koordlet.qos.normalization;

import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.kubepods.NormalizationRatio;
import java.util.List;

/**
 * What normalization remembers.
 *
 * @param ratio last good one; not positive without one
 * @param left ticks at which it still asks for quotas without a ratio, so that a write that failed is tried again
 * @param parts of the last tick
 */
public record NormalizationMemory(double ratio, int left, List<QuotaPart> parts) {

    public static final NormalizationMemory NONE = new NormalizationMemory(NormalizationRatio.NONE, 0, List.of());

    /** Ticks after the ratio went; as many are kept for the gate. */
    private static final int TICKS = 5;

    public NormalizationMemory {
        parts = List.copyOf(parts);
    }

    /** With a ratio in force. */
    static NormalizationMemory on(double ratio, List<QuotaPart> parts) {
        return new NormalizationMemory(ratio, 2 * TICKS, parts);
    }

    boolean isOn() {
        return ratio > 0;
    }

    /** Whether quotas are to be given back since the ratio went. */
    boolean givesBack() {
        return left > TICKS;
    }

    /** Whether quotas are to be given back since the gate was closed. */
    boolean isReleased() {
        return left > 0;
    }

    /** After a tick without a ratio. */
    NormalizationMemory off(List<QuotaPart> now) {
        return new NormalizationMemory(NormalizationRatio.NONE, left - 1, now);
    }
}
