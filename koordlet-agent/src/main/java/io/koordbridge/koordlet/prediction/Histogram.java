package io.koordbridge.koordlet.prediction;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How often values were seen; an old sample counts half as much with every half-life. A new sample gets the larger weight instead of all others a
 * smaller one, until the numbers would become too large. Immutable.
 */
@PureCore
final class Histogram {

    private static final double EPSILON = 0.0001;
    private static final int MOST_HALF_LIVES = 100;
    /** The first moment of the calendar: multiples of half-lives are counted from there. */
    private static final long YEAR_ONE_SECONDS = -62_135_596_800L;

    private static final int LARGEST_SAVED = 10_000;

    private final Buckets buckets;
    private final Duration halfLife;
    private final Optional<Instant> reference;
    private final double[] weights;
    private final double total;

    private Histogram(Buckets buckets, Duration halfLife, Optional<Instant> reference, double[] weights, double total) {
        this.buckets = buckets;
        this.halfLife = halfLife;
        this.reference = reference;
        this.weights = weights;
        this.total = total;
    }

    /** One without samples. */
    static Histogram empty(Buckets buckets, Duration halfLife) {
        return new Histogram(buckets, halfLife, Optional.empty(), new double[buckets.count()], 0);
    }

    /**
     * What is written to disk.
     *
     * @param reference time at which a sample has the weight 1
     * @param weights by bucket; the largest is 10000
     * @param total sum of the exact weights
     */
    record Saved(Instant reference, Map<Integer, Integer> weights, double total) {
        Saved {
            weights = Map.copyOf(weights);
        }
    }

    /** One that was saved. Buckets that do not exist are left out. */
    static Histogram of(Saved saved, Buckets buckets, Duration halfLife) {
        double[] weights = new double[buckets.count()];
        double sum = 0;
        for (Map.Entry<Integer, Integer> one : saved.weights().entrySet()) {
            if (one.getKey() >= 0 && one.getKey() < weights.length && one.getValue() > 0) {
                weights[one.getKey()] = one.getValue();
                sum += one.getValue();
            }
        }
        if (sum == 0 || !(saved.total() > 0) || Double.isInfinite(saved.total())) {
            return empty(buckets, halfLife);
        }
        scale(weights, saved.total() / sum);
        return new Histogram(buckets, halfLife, Optional.of(saved.reference()), weights, saved.total());
    }

    /** What to write to disk; empty without a sample. */
    Optional<Saved> saved() {
        double largest = 0;
        for (double weight : weights) {
            largest = Math.max(largest, weight);
        }
        if (largest <= 0 || reference.isEmpty()) {
            return Optional.empty();
        }
        Map<Integer, Integer> scaled = new TreeMap<>();
        for (int i = 0; i < weights.length; i++) {
            int weight = (int) Math.round(weights[i] / largest * LARGEST_SAVED);
            if (weight > 0) {
                scaled.put(i, weight);
            }
        }
        return Optional.of(new Saved(reference.get(), scaled, total));
    }

    /** With one more sample. */
    Histogram with(double value, Instant at) {
        Instant from = reference.orElse(Instant.MIN);
        double[] next = weights.clone();
        double sum = total;
        if (reference.isEmpty() || halfLives(from, at) > MOST_HALF_LIVES) {
            Instant later = nearestMultiple(at);
            double factor = reference.isEmpty() ? 1 : Math.pow(2, Math.rint(halfLives(later, from)));
            scale(next, factor);
            sum *= factor;
            from = later;
        }
        double weight = Math.pow(2, halfLives(from, at));
        next[buckets.of(value)] += weight;
        return new Histogram(buckets, halfLife, Optional.of(from), next, sum + weight);
    }

    private static void scale(double[] weights, double factor) {
        for (int i = 0; i < weights.length; i++) {
            weights[i] *= factor;
        }
    }

    private double halfLives(Instant from, Instant to) {
        Duration passed = Duration.between(from, to);
        double seconds = passed.getSeconds() + passed.getNano() / 1e9;
        return seconds / halfLife.toSeconds();
    }

    private Instant nearestMultiple(Instant at) {
        long length = halfLife.toSeconds();
        long since = at.getEpochSecond() - YEAR_ONE_SECONDS;
        long below = since - since % length;
        long nearest = (since - below) * 2 >= length ? below + length : below;
        return Instant.ofEpochSecond(nearest + YEAR_ONE_SECONDS);
    }

    /**
     * The value below which a part of all weight lies: the upper end of its bucket.
     *
     * @param fraction 0 to 1
     * @return 0 without a sample
     */
    double percentile(double fraction) {
        int lowest = 0;
        while (lowest < weights.length && weights[lowest] < EPSILON) {
            lowest++;
        }
        if (lowest == weights.length) {
            return 0;
        }
        int highest = weights.length - 1;
        while (weights[highest] < EPSILON) {
            highest--;
        }
        double wanted = fraction * total;
        double sum = 0;
        int bucket = lowest;
        while (bucket < highest) {
            sum += weights[bucket];
            if (sum >= wanted) {
                break;
            }
            bucket++;
        }
        return buckets.start(Math.min(bucket + 1, weights.length - 1));
    }
}
