package io.koordbridge.koordlet.prediction;

import io.koordbridge.koordlet.collect.Usage;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;

/**
 * Usage of a pod or of a class of them.
 *
 * @param since time of the first sample
 * @param updated time of the newest sample
 */
@PureCore
record UsageModel(Histogram cpu, Histogram memory, Instant since, Instant updated) {

    private static final double MILLI = 1000;

    /** One without samples. */
    static UsageModel empty(HalfLives halfLives, Instant now) {
        return new UsageModel(
                Histogram.empty(Buckets.CPU, halfLives.cpu()),
                Histogram.empty(Buckets.MEMORY, halfLives.memory()),
                now,
                now);
    }

    /** With one more sample. */
    UsageModel with(Usage usage, Instant at) {
        return new UsageModel(cpu.with(usage.cores(), at), memory.with((double) usage.memoryBytes(), at), since, at);
    }

    /** Usage that is not exceeded for these parts of the time. */
    Amounts peak(double cpuFraction, double memoryFraction) {
        return new Amounts((long) (cpu.percentile(cpuFraction) * MILLI), (long) memory.percentile(memoryFraction));
    }
}
