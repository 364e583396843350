package io.koordbridge.bench.report;

/**
 * One measured value.
 *
 * @param unit of the value, such as {@code ms}
 */
public record Figure(double value, String unit) {

    private static final double PRECISION = 1_000.0;

    /** A value rounded to thousandths. */
    public static Figure of(double value, String unit) {
        return new Figure(Math.round(value * PRECISION) / PRECISION, unit);
    }
}
