package io.koordbridge.policy.suppress;

import io.koordbridge.protocol.PureCore;

/**
 * Allowances of second after second to one that stays while the load does. The samples of a constant load differ: other work comes in
 * bursts, and what is counted by ticks of the clock never agrees with what is counted exactly. Within that noise the mean counts. A sample
 * that lies lower by more is taken at once, several that lie a little lower after one another as well; a higher one when a second sample
 * confirms it. Noise is never taken to be more than a seventh of the node, and a look between two samples tightens by itself.
 *
 * @param mean of the samples since the last step, in milli-cores
 * @param samples in the mean; 0 before the first
 * @param seen samples that the noise was learned from, up to a number
 * @param noise mean distance of the samples from their mean
 * @param lower samples that lie lower one after the other
 * @param higher samples that lie higher one after the other
 */
@PureCore
public record SteadyAllowance(double mean, int samples, int seen, double noise, Run lower, Run higher) {

    /** Before the first sample. */
    public static final SteadyAllowance NONE = new SteadyAllowance(0, 0, 0, 0, Run.NONE, Run.NONE);

    /** Distance of a sample that is never noise, as a share of the node. */
    public static final double WIDEST = 0.15;
    /** Distance of a look between two samples that is never noise. */
    public static final double WIDEST_OF_LOOK = 0.05;

    private static final double NARROWEST = 0.02;
    private static final double BANDS_OF_NOISE = 4;
    private static final double RUN_BANDS = 1.25;
    private static final int LONGEST_MEAN = 16;
    private static final int LONGEST_NOISE = 16;
    private static final int FIRST_NOISE = 4;

    /**
     * Samples on one side of the mean.
     *
     * @param excess sum of their distances beyond half the noise
     */
    public record Run(int samples, double sum, double excess) {

        static final Run NONE = new Run(0, 0, 0);

        private Run next(double sample, double distance) {
            double nowExcess = excess + distance;
            return nowExcess <= 0 ? NONE : new Run(samples + 1, sum + sample, nowExcess);
        }

        private double mean() {
            return sum / samples;
        }
    }

    /** What holds now. */
    public long milliCpu() {
        return Math.round(mean);
    }

    /** What holds while a look between two samples shows this: nothing is learned from it. */
    public long milliCpu(long lookMilliCpu, long capacityMilliCpu) {
        double band = Math.min(capacityMilliCpu * WIDEST_OF_LOOK, band(capacityMilliCpu));
        return samples == 0 || lookMilliCpu <= mean - band ? lookMilliCpu : milliCpu();
    }

    private double band(long capacityMilliCpu) {
        return Math.min(capacityMilliCpu * WIDEST, Math.max(capacityMilliCpu * NARROWEST, noise * BANDS_OF_NOISE));
    }

    /**
     * With one more sample.
     *
     * @param sampleMilliCpu allowance of the newest second
     */
    public SteadyAllowance next(long sampleMilliCpu, long capacityMilliCpu) {
        double sample = (double) sampleMilliCpu;
        if (samples == 0) {
            return new SteadyAllowance(sample, 1, 1, 0, Run.NONE, Run.NONE);
        }
        double band = band(capacityMilliCpu);
        double distance = sample - mean;
        SteadyAllowance learned = learning(Math.min(Math.abs(distance), band));
        Run below = lower.next(sample, Math.min(-distance, band) - noise / 2);
        Run above = higher.next(sample, Math.min(distance, band) - noise / 2);
        if (distance <= -band) {
            return learned.step(sample, 1);
        }
        if (below.excess() > band * RUN_BANDS) {
            return learned.step(below.mean(), below.samples());
        }
        boolean confirmed = above.samples() > 1 || samples == 1;
        if (distance >= band) {
            return confirmed
                    ? learned.step(sample, 1)
                    : new SteadyAllowance(mean, samples, learned.seen, learned.noise, Run.NONE, above);
        }
        if (distance > 0 && confirmed && above.excess() > band * RUN_BANDS) {
            return learned.step(above.mean(), above.samples());
        }
        int more = Math.min(samples + 1, LONGEST_MEAN);
        return new SteadyAllowance(mean + distance / more, more, learned.seen, learned.noise, below, above);
    }

    private SteadyAllowance learning(double distance) {
        int of = Math.min(LONGEST_NOISE, seen + FIRST_NOISE - 1);
        double next = noise + (distance - noise) / of;
        return new SteadyAllowance(mean, samples, Math.min(LONGEST_NOISE, seen + 1), next, lower, higher);
    }

    private SteadyAllowance step(double to, int ofSamples) {
        return new SteadyAllowance(to, ofSamples, seen, noise, Run.NONE, Run.NONE);
    }
}
