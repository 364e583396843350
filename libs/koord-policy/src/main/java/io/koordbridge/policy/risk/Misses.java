package io.koordbridge.policy.risk;

/**
 * How far an estimate was below what was needed: hours by distance, in half percents of the node. Immutable; older hours fade.
 */
final class Misses {

    private static final int BINS = 112;
    private static final double LOWEST = -20;
    private static final double WIDTH = 0.5;
    /** Hours of which nothing is known; they count as misses that no margin avoids. */
    private static final double UNKNOWN_HOURS = 0.02;

    static final Misses NONE = new Misses(new float[BINS], 0);

    private final float[] hours;
    private final double total;

    private Misses(float[] hours, double total) {
        this.hours = hours;
        this.total = total;
    }

    double hours() {
        return total;
    }

    /** These, faded, and one more. */
    Misses with(double fade, double missPercent, double moreHours) {
        float[] next = new float[BINS];
        float factor = (float) fade;
        for (int bin = 0; bin < BINS; bin++) {
            next[bin] = hours[bin] * factor;
        }
        int bin = (int) Math.floor((missPercent - LOWEST) / WIDTH);
        next[Math.max(0, Math.min(BINS - 1, bin))] += (float) moreHours;
        return new Misses(next, total * fade + moreHours);
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
        double all = total + UNKNOWN_HOURS;
        double above = UNKNOWN_HOURS;
        double best = 0;
        double margin = Math.max(room, least);
        for (int bin = BINS - 1; bin > 0; bin--) {
            above += hours[bin];
            double edge = Math.max(LOWEST + bin * WIDTH, least);
            double offer = room - edge;
            double value = offer - price * above / all;
            if (offer > 0 && value > best) {
                best = value;
                margin = edge;
            }
            if (edge <= least) {
                break;
            }
        }
        return margin;
    }
}
