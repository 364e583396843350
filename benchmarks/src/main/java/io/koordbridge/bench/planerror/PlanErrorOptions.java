package io.koordbridge.bench.planerror;

/**
 * What is asked for.
 *
 * @param rounds each with a seed of its own
 * @param seconds of each record, without and with us
 * @param seed of the first round
 */
public record PlanErrorOptions(int rounds, int seconds, long seed) {

    private static final int LEAST_SECONDS = 30;
    private static final int MOST_SECONDS = 3600;

    public PlanErrorOptions {
        if (rounds < 1) {
            throw new IllegalArgumentException("invalid rounds: " + rounds + ", allowed are 1 and more");
        }
        if (seconds < LEAST_SECONDS || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException(
                    "invalid seconds: " + seconds + ", allowed are " + LEAST_SECONDS + " to " + MOST_SECONDS);
        }
    }
}
