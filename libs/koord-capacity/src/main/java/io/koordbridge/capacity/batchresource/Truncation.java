package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;

/** Multiplication by a fraction as the reference does it. */
@PureCore
public final class Truncation {

    private Truncation() {}

    /** Truncated like the reference: double first, then towards zero. */
    public static long scale(long amount, double factor) {
        return (long) (amount * factor);
    }
}
