package io.koordbridge.bench.reaction;

import io.koordbridge.bench.report.Recording;

/** Sums of a replay over steps of equal length. */
final class ReplayTally {

    private static final double PERCENT = 100.0;
    /** Of what the containers hold: less is short. */
    private static final double ENOUGH = 0.9;

    private final double stepsPerDay;
    private long steps;
    private long shortSteps;
    private long overSteps;
    private long changes;
    private double given;
    private double delivered;
    private double ended;

    ReplayTally(double stepsPerDay) {
        this.stepsPerDay = stepsPerDay;
    }

    /**
     * One step.
     *
     * @param lease what YARN has, percent of the node
     * @param held what its containers hold
     * @param allowed what suppression leaves
     */
    void step(double lease, double held, double allowed) {
        steps++;
        given += lease;
        delivered += Math.min(held, allowed);
        shortSteps += allowed < held * ENOUGH ? 1 : 0;
        overSteps += held > lease ? 1 : 0;
    }

    void changed() {
        changes++;
    }

    /** Containers that did not end in time, in percent of the node. */
    void ended(double percent) {
        ended += percent;
    }

    double shortPercent() {
        return PERCENT * shortSteps / steps;
    }

    double givenPercent() {
        return given / steps;
    }

    double changesPerDay() {
        return changes / days();
    }

    double endedPerDay() {
        return ended / days();
    }

    private double days() {
        return steps / stepsPerDay;
    }

    void record(Recording recording, String rule) {
        recording.figure(rule + ": given to YARN", givenPercent(), "% of node");
        recording.figure(rule + ": used by containers", delivered / steps, "% of node");
        recording.figure(rule + ": containers have less than 90 % of what they hold", shortPercent(), "% of time");
        recording.figure(rule + ": containers hold more than the lease", PERCENT * overSteps / steps, "% of time");
        recording.figure(rule + ": changes of the lease", changesPerDay(), "a day");
        recording.figure(rule + ": ended at the deadline", endedPerDay(), "% of node a day");
    }
}
