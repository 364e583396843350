package io.koordbridge.bench.reaction;

import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One machine's recorded load through the rules of the chain with their defaults: reports of the agent with early ones, batch capacity by the
 * shipped calculator, its writes, and the lease of a YARN that takes all there is and whose containers run for ten minutes on average.
 */
final class Replay {

    static final int STEP_SECONDS = 5;
    private static final int CPUS = 64;
    private static final int MILLI_CPU = CPUS * 1000;
    private static final double MILLI_PER_PERCENT = MILLI_CPU / 100.0;
    private static final CpuMemory NODE = CpuMemory.ofMilliAndBytes(MILLI_CPU, 128L << 30);
    private static final double SUPPRESS_PERCENT = 65;
    /** Early reports: change that counts in percent, tokens and their refill. */
    private static final double SURGE_PERCENT = 5;

    private static final double MOST_TOKENS = 2;
    private static final double TOKENS_A_STEP = STEP_SECONDS / 30.0;
    private static final long ANY_GROW_SECONDS = 30;
    private static final int GROW_PERCENT = 5;
    private static final long DEADLINE_SECONDS = 600;
    private static final double CONTAINER_SECONDS = 600;
    private static final double NODE_PERCENT = 100.0;
    private static final Duration LONG = Duration.ofMinutes(30);
    /** A minute of them. */
    private static final int PHASES = 12;

    private final ColocationStrategy strategy = ColocationStrategy.DEFAULT;
    private final ReplayRule rule;
    private final ReplayTally tally;
    private long now;
    private double reported = -1;
    private long reportedAt;
    private double tokens = MOST_TOKENS;
    private long shown;
    private long shownAt;
    private long lease;
    private long grownAt;
    private long changedAt;
    private double held;
    private long shrinkingSince;

    Replay(ReplayRule rule, ReplayTally tally) {
        this.rule = rule;
        this.tally = tally;
    }

    /** Runs one machine from its first to its last sample; what a gap of a quarter of an hour or more hides is not counted. */
    void run(UseOverTime use) {
        for (int step = 0; step < use.steps(); step++) {
            step(use, step);
        }
    }

    private void step(UseOverTime use, int step) {
        now += STEP_SECONDS;
        if (use.at(step) >= 0) {
            report(use, step);
            follow();
            hold();
            tally.step(
                    lease * NODE_PERCENT / CPUS,
                    held * NODE_PERCENT / CPUS,
                    Math.max(0, SUPPRESS_PERCENT - use.at(step)));
        }
    }

    /** vcores of the lease now. */
    long lease() {
        return lease;
    }

    private void report(UseOverTime use, int step) {
        tokens = Math.min(MOST_TOKENS, tokens + TOKENS_A_STEP);
        double newest = use.at(step);
        double mean = use.mean(step, rule.meanWindow());
        double lower = rule.fallWindow() == 0
                ? mean
                : Math.min(mean, use.highest(step, Duration.ofSeconds(rule.fallWindow())));
        double value = Math.max(lower, newest);
        boolean timer = reported < 0 || now - reportedAt >= rule.report();
        boolean jump = newest - reported > SURGE_PERCENT && tokens >= 1;
        boolean fall = reported - value > SURGE_PERCENT && tokens >= MOST_TOKENS;
        if (timer || jump || fall) {
            tokens -= timer ? 0 : 1;
            reported = value;
            reportedAt = now;
            publish(origin(value));
        } else if (now - shownAt > rule.write()) {
            publish(origin(reported));
        }
    }

    private long origin(double percent) {
        Instant at = Instant.ofEpochSecond(now);
        CpuMemory system = CpuMemory.ofMilliAndBytes(Math.round(percent * MILLI_PER_PERCENT), 0);
        NodeUsage usage =
                new NodeUsage(at, true, system, List.of(), CpuMemory.ZERO, CpuMemory.ZERO, system, CpuMemory.ZERO);
        NodeSnapshot node = new NodeSnapshot("n", NODE, NODE, true, CpuMemory.ZERO, List.of(), usage);
        return BatchResourceCalculator.calculate(node, strategy, at).milliCpu();
    }

    private void publish(long origin) {
        boolean differs = origin - shown > shown * strategy.resourceDiffThreshold();
        boolean due = now - shownAt > rule.write();
        if (origin < shown || (origin > shown && (differs || due))) {
            shown = origin;
            shownAt = now;
        }
    }

    private void follow() {
        long wanted = shown / 1000;
        boolean worth =
                wanted - lease >= Math.max(1, lease * GROW_PERCENT / 100) || now - changedAt >= ANY_GROW_SECONDS;
        boolean grows = wanted > lease && worth && now - grownAt >= rule.grow();
        if (wanted < lease || grows) {
            grownAt = grows ? now : grownAt;
            changedAt = now;
            lease = wanted;
            tally.changed();
        }
    }

    /** Containers fill the lease at once; above it they end by themselves, or at the deadline. */
    private void hold() {
        if (held <= lease) {
            held = lease;
            shrinkingSince = now;
            return;
        }
        held = Math.max((double) lease, held - held * STEP_SECONDS / CONTAINER_SECONDS);
        if (now - shrinkingSince >= DEADLINE_SECONDS) {
            tally.ended((held - lease) * NODE_PERCENT / CPUS);
            held = lease;
        }
    }

    /** Seconds from the end of a long load until a share of the loss is back, on average over the time since the last report. */
    static double secondsUntilBack(ReplayRule rule, double highPercent, double lowPercent, double share) {
        return IntStream.range(0, PHASES)
                .mapToLong(phase -> untilBack(rule, highPercent, lowPercent, share, phase))
                .average()
                .orElseThrow();
    }

    private static long untilBack(ReplayRule rule, double highPercent, double lowPercent, double share, int phase) {
        Replay replay = new Replay(rule, new ReplayTally(1));
        replay.run(UseOverTime.constant(lowPercent, LONG));
        long full = replay.lease();
        Duration high = LONG.plusSeconds((long) phase * STEP_SECONDS);
        UseOverTime whole = UseOverTime.constant(highPercent, high).then(lowPercent, LONG);
        int gone = (int) high.toSeconds() / STEP_SECONDS;
        for (int step = 0; step < gone; step++) {
            replay.step(whole, step);
        }
        double wanted = replay.lease() + share * (full - replay.lease());
        int step = gone;
        while (replay.lease() < wanted) {
            replay.step(whole, step++);
        }
        return (long) (step - gone) * STEP_SECONDS;
    }
}
