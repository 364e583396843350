package io.koordbridge.policy.risk;

/**
 * Size of a node and its two thresholds, all milli-CPU or all bytes.
 *
 * @param capacity of the node, more than zero
 * @param offered online use and what is offered to batch work together stay below it (capacity threshold)
 * @param suppressed online use and batch work together are held below it when they run (suppression, for memory eviction)
 */
public record Limits(long capacity, long offered, long suppressed) {

    public Limits {
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity " + capacity + ", must be more than zero");
        }
        if (offered < 0 || suppressed < 0) {
            throw new IllegalArgumentException("limits " + offered + " and " + suppressed + ", must not be negative");
        }
    }

    /** Limits of a node by the percentages of its configuration. */
    public static Limits of(long capacity, double offeredPercent, double suppressedPercent) {
        return new Limits(
                capacity, Math.round(capacity * offeredPercent / 100), Math.round(capacity * suppressedPercent / 100));
    }

    double percent(long amount) {
        return 100.0 * amount / capacity;
    }

    long amount(double percent) {
        return (long) Math.ceil(percent * capacity / 100);
    }

    double offeredPercent() {
        return percent(offered);
    }

    double suppressedPercent() {
        return percent(suppressed);
    }
}
