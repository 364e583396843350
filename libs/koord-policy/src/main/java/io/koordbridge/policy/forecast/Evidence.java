package io.koordbridge.policy.forecast;

/**
 * Whether the time of day explains a node's use: squared errors of the shape and of the mean level, in half percents, older ones faded.
 *
 * @param quarters that were seen, counted up to {@link #MOST}
 * @param compared of these, those with a day before them
 */
record Evidence(int quarters, int compared, double shapeError, double levelError, double level) {

    static final int MOST = 10_000;
    static final Evidence NONE = new Evidence(0, 0, 0, 0, 0);

    private static final double FADE = Math.pow(0.5, 1.0 / (2 * DayShape.SLOTS));
    /** At least so much of the level's error must be gone. */
    private static final double EXPLAINED = 0.5;

    /**
     * @param halves what came
     * @param forecast what the shape said, negative for nothing
     */
    Evidence with(int halves, int forecast) {
        double now = quarters == 0 ? halves : level + (halves - level) / Math.min(quarters + 1, DayShape.SLOTS);
        if (forecast < 0) {
            return new Evidence(Math.min(MOST, quarters + 1), compared, shapeError, levelError, now);
        }
        return new Evidence(
                Math.min(MOST, quarters + 1),
                Math.min(MOST, compared + 1),
                shapeError * FADE + square(halves - forecast),
                levelError * FADE + square(halves - level),
                now);
    }

    boolean convinces() {
        return quarters > DayShape.SLOTS
                && compared >= DayShape.SLOTS / 2
                && shapeError <= (1 - EXPLAINED) * levelError;
    }

    private static double square(double value) {
        return value * value;
    }
}
