package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What is taken off the allowance because online pods wait for CPU. Each second in which one of them waits for at least a share of the time
 * takes a step, down to the floor; after some seconds without such a wait one step is given back. Where the wait returns soon after that, the
 * next step waits twice as long, up to a minute, so that a load that needs the smaller allowance is disturbed once a minute at most. What is
 * not known takes nothing and gives nothing back.
 *
 * @param totals time of waiting of each pod at the last look, in microseconds
 * @param at time of that look; empty before the first
 * @param takenMilliCpu taken off the allowance
 * @param quietSince when it was last other than quiet, or a step was given back
 * @param givenAt when a step was given back last
 * @param hold how long it must be quiet before a step is given back
 * @param percent share of the second in which the pod waited that waited most; empty while unknown
 */
@PureCore
public record PressureStep(
        Map<String, Long> totals,
        Optional<Instant> at,
        long takenMilliCpu,
        Instant quietSince,
        Instant givenAt,
        Duration hold,
        OptionalDouble percent) {

    static final Duration SHORTEST_HOLD = Duration.ofSeconds(4);
    static final Duration LONGEST_HOLD = Duration.ofSeconds(64);

    /** Nothing is taken, and nothing known. */
    public static final PressureStep NONE = new PressureStep(
            Map.of(), Optional.empty(), 0, Instant.EPOCH, Instant.EPOCH, SHORTEST_HOLD, OptionalDouble.empty());

    /** The timer may come a little early. */
    private static final Duration A_SECOND = Duration.ofMillis(900);

    private static final double PERCENT_OF_MICROS = 100;

    public PressureStep {
        totals = Map.copyOf(totals);
    }

    /**
     * What online pods show.
     *
     * @param totals time of waiting of those that can be read, in microseconds
     * @param counting uid of each that waits because of others
     * @param anyListed whether there are any; without any nothing waits
     * @param tierIsBusy whether best-effort work uses CPU, so that less of it helps
     */
    record Seen(Map<String, Long> totals, Set<String> counting, boolean anyListed, boolean tierIsBusy) {}

    /**
     * Around which allowance.
     *
     * @param milliCpu of the formula
     * @param floorMilliCpu what best-effort work keeps in any case
     * @param stepMilliCpu taken or given back at a time
     * @param percent of a second from which on a wait counts
     */
    record Frame(long milliCpu, long floorMilliCpu, long stepMilliCpu, int percent) {

        /** So many steps that the floor is reached. */
        private long most() {
            long above = Math.max(0, milliCpu - floorMilliCpu);
            return (above + stepMilliCpu - 1) / stepMilliCpu * stepMilliCpu;
        }
    }

    /** The allowance with what is taken off: never more than without, and not below the floor. */
    long milliCpu(Frame frame) {
        return takenMilliCpu <= 0
                ? frame.milliCpu()
                : Math.max(Math.min(frame.milliCpu(), frame.floorMilliCpu()), frame.milliCpu() - takenMilliCpu);
    }

    /** After one more look. */
    PressureStep next(Seen seen, Frame frame, Instant now) {
        Instant before = at.orElse(now);
        Duration passed = Duration.between(before, now);
        if (at.isPresent() && passed.compareTo(A_SECOND) < 0 && !passed.isNegative()) {
            return this;
        }
        OptionalDouble share = share(seen, passed);
        PressureStep looked = new PressureStep(
                seen.totals(),
                Optional.of(now),
                Math.min(takenMilliCpu, frame.most()),
                quietSince.isAfter(now) ? now : quietSince,
                givenAt,
                hold,
                share);
        if (share.isPresent() && share.getAsDouble() >= frame.percent()) {
            return looked.pressed(seen.tierIsBusy(), frame, now);
        }
        boolean quiet = share.isPresent() || !seen.anyListed();
        return quiet ? looked.quiet(frame.stepMilliCpu(), now) : looked.with(looked.takenMilliCpu, now, givenAt, hold);
    }

    /** Of the pod that waited most. */
    private OptionalDouble share(Seen seen, Duration passed) {
        double micros = passed.toNanos() / 1000.0;
        if (micros <= 0) {
            return OptionalDouble.empty();
        }
        return seen.counting().stream()
                .filter(uid -> totals.containsKey(uid) && seen.totals().containsKey(uid))
                .mapToLong(uid -> seen.totals().getOrDefault(uid, 0L) - totals.getOrDefault(uid, 0L))
                .filter(waited -> waited >= 0)
                .mapToDouble(waited -> Math.min(PERCENT_OF_MICROS, waited * PERCENT_OF_MICROS / micros))
                .max();
    }

    private PressureStep pressed(boolean helps, Frame frame, Instant now) {
        boolean soon = takenWasGiven() && now.isBefore(givenAt.plus(hold).plus(SHORTEST_HOLD));
        Duration twice = hold.multipliedBy(2);
        Duration longer = twice.compareTo(LONGEST_HOLD) > 0 ? LONGEST_HOLD : twice;
        long more = helps ? Math.min(frame.most(), takenMilliCpu + frame.stepMilliCpu()) : takenMilliCpu;
        return with(more, now, Instant.EPOCH, soon ? longer : hold);
    }

    private boolean takenWasGiven() {
        return givenAt.isAfter(Instant.EPOCH);
    }

    private PressureStep quiet(long stepMilliCpu, Instant now) {
        if (now.isBefore(quietSince.plus(hold))) {
            return this;
        }
        return takenMilliCpu > 0
                ? with(Math.max(0, takenMilliCpu - stepMilliCpu), now, now, hold)
                : with(0, quietSince, Instant.EPOCH, SHORTEST_HOLD);
    }

    private PressureStep with(long nextTaken, Instant nextQuiet, Instant nextGiven, Duration nextHold) {
        return new PressureStep(totals, at, nextTaken, nextQuiet, nextGiven, nextHold, percent);
    }
}
