package io.koordbridge.policy.report;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When to report, and why. A jump of the use by other than best-effort work is reported at once, so that capacity shrinks at once; a fall
 * of the reported values is reported early, so that growth does not wait for the timer.
 */
@PureCore
public final class SurgePolicy {

    private SurgePolicy() {}

    /** Why a report is due. */
    public enum Due {
        NOT_YET,
        FIRST,
        TIMER,
        JUMP,
        FALL
    }

    /**
     * Sizes that count.
     *
     * @param enabled off means only the timer
     * @param percent of the node's capacity
     * @param milliCpu smallest change of CPU that counts, whatever the percentage
     * @param window of the newest samples
     * @param fallGap smallest time between an early report of a fall and the report before
     */
    public record Settings(boolean enabled, int percent, long milliCpu, Duration window, Duration fallGap) {
        public static final Settings DEFAULT = new Settings(true, 5, 100, Duration.ofSeconds(3), Duration.ofSeconds(2));
        public static final Settings OFF = new Settings(false, 5, 100, Duration.ofSeconds(3), Duration.ofSeconds(2));
    }

    /**
     * What was reported last.
     *
     * @param load as the report said it
     * @param budget for the next early reports
     */
    public record Reported(Instant at, OthersLoad load, EarlyBudget budget) {

        /** The first report. */
        public static Reported first(Instant at, OthersLoad load) {
            return new Reported(at, load, EarlyBudget.full(at));
        }

        /** The next one. */
        public Reported next(Due due, Instant now, OthersLoad reported) {
            return new Reported(now, reported, budget.after(due, now));
        }
    }

    /** Size of the node. */
    public record Capacity(long milliCpu, long bytes) {}

    /**
     * Whether a report is due now.
     *
     * @param window mean over the window of the averages
     * @param newest mean over the last seconds
     */
    public static Due due(
            Settings settings,
            Duration interval,
            Capacity capacity,
            Optional<Reported> last,
            OthersLoad window,
            OthersLoad newest,
            Instant now) {
        if (last.isEmpty()) {
            return Due.FIRST;
        }
        Reported before = last.get();
        if (!now.isBefore(before.at().plus(interval))) {
            return Due.TIMER;
        }
        if (!settings.enabled()) {
            return Due.NOT_YET;
        }
        double cpuStep = Math.max(capacity.milliCpu() * settings.percent() / 100.0, (double) settings.milliCpu());
        double memoryStep = capacity.bytes() * settings.percent() / 100.0;
        if (exceeds(newest, before.load(), cpuStep, memoryStep)) {
            return before.budget().allowsJump(now) ? Due.JUMP : Due.NOT_YET;
        }
        boolean gapPassed = !now.isBefore(before.at().plus(settings.fallGap()));
        boolean fell = exceeds(before.load(), window.higher(newest), cpuStep, memoryStep);
        return fell && gapPassed && before.budget().allowsFall(now) ? Due.FALL : Due.NOT_YET;
    }

    private static boolean exceeds(OthersLoad one, OthersLoad other, double cpuStep, double memoryStep) {
        boolean memory = memoryStep > 0 && one.bytes() - other.bytes() > memoryStep;
        return one.milliCpu() - other.milliCpu() > cpuStep || memory;
    }
}
