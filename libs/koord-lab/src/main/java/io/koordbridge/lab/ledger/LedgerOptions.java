package io.koordbridge.lab.ledger;

import java.time.Duration;

/**
 * How to watch.
 *
 * @param vcoresPerCore as the operator is configured
 * @param megabytesPerMebibyte as the operator is configured
 * @param minimumVcores what a NodeManager in use always keeps, as the operator is configured
 * @param minimumMegabytes what a NodeManager in use always keeps, as the operator is configured
 * @param interval between two looks
 * @param relapse how long a ResourceManager may schedule on more than the lease, as after its restart or that of a NodeManager
 *     without the plugin; zero where neither happens
 * @param shrink how long YARN may take to give back what it has too much after the origin fell
 */
public record LedgerOptions(
        double vcoresPerCore,
        double megabytesPerMebibyte,
        long minimumVcores,
        long minimumMegabytes,
        Duration interval,
        Duration relapse,
        Duration shrink) {

    /** The operator's defaults, five looks a second, no relapse, half a minute to shrink. */
    public static final LedgerOptions DEFAULT =
            new LedgerOptions(1, 1, 1, 1024, Duration.ofMillis(200), Duration.ZERO, Duration.ofSeconds(30));

    /** The same with a ResourceManager or NodeManager that may come back with more. */
    public LedgerOptions relapse(Duration atMost) {
        return new LedgerOptions(
                vcoresPerCore, megabytesPerMebibyte, minimumVcores, minimumMegabytes, interval, atMost, shrink);
    }

    /** The same with more or less time to shrink. */
    public LedgerOptions shrink(Duration atMost) {
        return new LedgerOptions(
                vcoresPerCore, megabytesPerMebibyte, minimumVcores, minimumMegabytes, interval, relapse, atMost);
    }

    /** The same with the operator's ratios. */
    public LedgerOptions ratios(double vcores, double megabytes) {
        return new LedgerOptions(vcores, megabytes, minimumVcores, minimumMegabytes, interval, relapse, shrink);
    }

    /** The same with the operator's minimum. */
    public LedgerOptions minimum(long vcores, long megabytes) {
        return new LedgerOptions(vcoresPerCore, megabytesPerMebibyte, vcores, megabytes, interval, relapse, shrink);
    }

    Share minimum() {
        return batch(minimumVcores, minimumMegabytes);
    }

    /** What an amount of YARN is in batch resources, rounded up. */
    Share batch(long vcores, long megabytes) {
        return new Share((long) Math.ceil(vcores * 1000 / vcoresPerCore), (long)
                Math.ceil(megabytes * (double) (1L << 20) / megabytesPerMebibyte));
    }
}
