package io.koordbridge.protocol;

/** Named roundings of whole numbers, so that each formula says which one it uses. */
@PureCore
public final class Rounding {

    private Rounding() {}

    /** Smallest whole number not below {@code dividend / divisor}; divisor above 0. */
    public static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }

    /** {@code dividend / divisor} away from zero; divisor above 0. */
    public static long divAwayFromZero(long dividend, long divisor) {
        return dividend >= 0 ? ceilDiv(dividend, divisor) : Math.floorDiv(dividend, divisor);
    }
}
