package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/** Shares of a cache and of bandwidth in the words of the processor; specification section 13.8. */
@PureCore
public final class Shares {

    private static final String AMD = "AuthenticAMD";
    private static final int HEXADECIMAL = 16;
    private static final long WHOLE = 100;
    private static final long AMD_UNLIMITED = 2048;
    private static final long AMD_STEPS = 160;
    private static final long STEP = 10;

    private Shares() {}

    /**
     * Mask of the ways between two percentages; 0 when both lie in the same way, which no kernel takes.
     *
     * @param all mask of all ways
     * @throws IllegalArgumentException when the mask has gaps, and for any other range than within 0 to 100
     */
    public static String mask(String all, long startPercent, long endPercent) {
        long ways = ways(all);
        if (startPercent < 0 || endPercent > WHOLE || startPercent >= endPercent) {
            throw new IllegalArgumentException(
                    "range " + startPercent + " to " + endPercent + ": want 0 <= start < end <= 100");
        }
        long start = ceil(ways * startPercent);
        long end = ceil(ways * endPercent);
        return Long.toHexString((1L << end) - (1L << start));
    }

    private static int ways(String all) {
        long mask;
        try {
            mask = Long.parseLong(all.strip(), HEXADECIMAL);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("mask '" + all + "' of all ways: want hexadecimal digits", e);
        }
        if (mask <= 0 || (mask & (mask + 1)) != 0) {
            throw new IllegalArgumentException("mask '" + all + "' of all ways: want ones without a gap");
        }
        return Long.bitCount(mask);
    }

    private static long ceil(long percents) {
        return (percents + WHOLE - 1) / WHOLE;
    }

    /**
     * Bandwidth; empty when it stays as it is.
     *
     * @param vendor as the processor names it
     * @param percent null keeps what it is
     */
    public static String bandwidth(String vendor, @Nullable Long percent) {
        if (percent == null || percent <= 0 || percent > WHOLE) {
            return "";
        }
        if (vendor.equals(AMD)) {
            return Long.toString(percent == WHOLE ? AMD_UNLIMITED : AMD_STEPS * percent / WHOLE);
        }
        return Long.toString((percent + STEP - 1) / STEP * STEP);
    }
}
