package io.koordbridge.protocol;

/** Named roundings, so that each formula says which one it uses. */
@PureCore
public final class Rounding {

    private static final double HUNDRED = 100.0;

    private Rounding() {}

    /** Smallest whole number not below {@code dividend / divisor}; divisor above 0. */
    public static long ceilDiv(long dividend, long divisor) {
        return -Math.floorDiv(-dividend, divisor);
    }

    /** {@code dividend / divisor} away from zero; divisor above 0. */
    public static long divAwayFromZero(long dividend, long divisor) {
        return dividend >= 0 ? ceilDiv(dividend, divisor) : Math.floorDiv(dividend, divisor);
    }

    /** {@code amount * factor} in double arithmetic, then towards zero; within 63 bits. This is what Go's {@code int64(…)} does. */
    public static long truncated(long amount, double factor) {
        return (long) (amount * factor);
    }

    /** The same of an amount that has fractions. */
    public static long truncated(double amount, double factor) {
        return (long) (amount * factor);
    }

    /** That many hundredths of an amount, {@linkplain #truncated truncated}. */
    public static long percent(long amount, long percent) {
        return truncated(amount, percent / HUNDRED);
    }

    /** The largest multiple of a step not above the amount; step above 0. */
    public static long downTo(long amount, long step) {
        return amount - Math.floorMod(amount, step);
    }

    /** To the nearest whole number, halves away from zero; for numbers that are not negative. */
    public static long halfUp(double number) {
        double below = Math.floor(number);
        return (long) (number - below >= 0.5 ? below + 1 : below);
    }
}
