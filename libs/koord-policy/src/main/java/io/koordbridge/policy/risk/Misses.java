package io.koordbridge.policy.risk;

/**
 * How far an estimate was below what was needed: hours by distance, in half percents of the node. Immutable; older hours fade.
 *
 * <p>Kept as sums from the highest distance downwards, so that a margin's short time is one look, and with one factor for all of them,
 * so that fading touches none.
 */
final class Misses {

    private static final int BINS = 112;
    private static final double LOWEST = -20;
    private static final double WIDTH = 0.5;
    private static final double HIGHEST = LOWEST + BINS * WIDTH;
    /** Hours of which nothing is known; they count as misses that no margin avoids. */
    private static final double UNKNOWN_HOURS = 0.02;
    /** A smaller factor is multiplied out, before the numbers beside it grow out of range. */
    private static final double SMALLEST_UNIT = 1e-6;

    static final Misses NONE = new Misses(new float[BINS], 1, 0);

    private final float[] fromBinOn;
    private final double unitHours;
    private final double total;

    private Misses(float[] fromBinOn, double unitHours, double total) {
        this.fromBinOn = fromBinOn;
        this.unitHours = unitHours;
        this.total = total;
    }

    double hours() {
        return total;
    }

    /** These, faded. */
    Misses faded(double fade) {
        return new Misses(fromBinOn, unitHours * fade, total * fade);
    }

    /** These, faded, and one more. */
    Misses with(double fade, double missPercent, double moreHours) {
        double unit = unitHours * fade;
        float[] next = fromBinOn.clone();
        if (unit < SMALLEST_UNIT) {
            for (int bin = 0; bin < BINS; bin++) {
                next[bin] = (float) (next[bin] * unit);
            }
            unit = 1;
        }
        int last = Math.min(BINS - 1, Math.max(0, (int) Math.floor((missPercent - LOWEST) / WIDTH)));
        float more = (float) (moreHours / unit);
        for (int bin = 0; bin <= last; bin++) {
            next[bin] += more;
        }
        return new Misses(next, unit, total * fade + moreHours);
    }

    /**
     * The margin whose offer, less the price of being short, is best.
     *
     * @param room percent of the node that are offered at margin 0
     * @param least no margin below it
     * @param price of a whole time of being short, percent of the node
     * @return at most {@code room} when some offer is worth it, and {@code room} itself (nothing is offered) when none is
     */
    double bestMargin(double room, double least, double price) {
        double ofAll = price / (total + UNKNOWN_HOURS);
        double ofUnknown = ofAll * UNKNOWN_HOURS;
        double ofUnit = ofAll * unitHours;
        double best = 0;
        double margin = Math.max(room, least);
        int first = (int) Math.floor((least - LOWEST) / WIDTH);
        for (int bin = Math.max(1, Math.min(BINS - 1, first)); bin < BINS; bin++) {
            double edge = Math.max(LOWEST + bin * WIDTH, least);
            double offer = room - edge;
            if (offer <= best) {
                // Higher margins offer less still, whatever they avoid.
                break;
            }
            double value = offer - ofUnknown - ofUnit * fromBinOn[bin];
            if (value >= best && value > 0) {
                best = value;
                margin = edge;
            }
        }
        return margin;
    }

    /**
     * The margin that is best where there is room for each of them: unlike {@link #bestMargin} it does not follow the use of the
     * moment.
     *
     * @param price as above
     */
    double lastingMargin(double price) {
        return bestMargin(2 * (price + HIGHEST), LOWEST, price);
    }
}
