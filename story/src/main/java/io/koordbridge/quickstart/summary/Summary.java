package io.koordbridge.quickstart.summary;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import io.koordbridge.quickstart.summary.Sample.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * Numbers and verdict of a run.
 *
 * @param origin batch capacity by phase, milli-cores
 * @param rm ResourceManager's capacity by phase, virtual cores
 * @param ledger how the books were
 * @param effects what sharing the node cost its users
 * @param notShown what this machine could not show, each with its reason as it was measured
 * @param problems why the run is a failure; empty without one
 */
public record Summary(
        Triple origin,
        Triple rm,
        Reactions reactions,
        LedgerCount ledger,
        JobOutcome job,
        Effects effects,
        List<String> notShown,
        List<String> problems) {

    /**
     * How long the parts took.
     *
     * @param suppress from load to the kernel's limit
     * @param shrink from load to the ResourceManager's capacity
     * @param grow from the end of the load to the ResourceManager's capacity
     */
    public record Reactions(Reaction suppress, Reaction shrink, Reaction grow) {}

    /**
     * Looks at the ledger.
     *
     * @param seen at which there was a verdict
     * @param broken of these, at which more was offered than there was, no shrink under way
     */
    public record LedgerCount(long seen, long broken) {}

    /** What was measured beside the samples. */
    public record Measured(Milestones marks, JobOutcome job, OptionalInt burstContainers, Effects.Online online) {}

    /** Largest value before, smallest during and largest after the rush. */
    public record Triple(long before, long during, long after) {}

    public Summary {
        notShown = List.copyOf(notShown);
        problems = List.copyOf(problems);
    }

    /** How a run ends. */
    public enum Outcome {
        /** The job succeeded, the ledger held, the lease fell under the load and came back after it. */
        SUCCESS(0),
        /** Something did not hold. */
        FAILED(1),
        /** All held that was seen, but other load, as measured, kept the lease from moving. */
        INCOMPLETE(4);

        private final int exitCode;

        Outcome(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    /** How the run ended. */
    public Outcome outcome() {
        if (!problems.isEmpty()) {
            return Outcome.FAILED;
        }
        return notShown.isEmpty() ? Outcome.SUCCESS : Outcome.INCOMPLETE;
    }

    /** Adds up. */
    public static Summary of(List<Sample> samples, Measured measured, Basis basis) {
        return new Calculation(samples, measured, basis).summary();
    }

    @PureCore
    static final class Calculation {

        /** The agent looks ten times a second: a limit that follows faster was falling before. */
        private static final long FASTEST_MILLIS = 50;
        /** Other processes that use this part of the node leave too little for a lease that moves. */
        private static final int MUCH_PERCENT = 25;

        private final List<Sample> samples;
        private final Measured measured;
        private final Milestones marks;
        private final Basis basis;
        private final Triple origin;
        private final Triple rm;
        private final List<String> notShown = new ArrayList<>();
        private final List<String> problems = new ArrayList<>();

        Calculation(List<Sample> samples, Measured measured, Basis basis) {
            this.samples = samples;
            this.measured = measured;
            this.marks = measured.marks();
            this.basis = basis;
            this.origin = triple(Sample::originMilliCpu);
            this.rm = triple(Sample::capacityVcores);
        }

        Summary summary() {
            JobOutcome job = measured.job();
            LedgerCount ledger = new LedgerCount(samples.size() - ledgers(Ledger.NO_DATA), ledgers(Ledger.BROKEN));
            problem(!job.succeeded(), "the job ended as " + job.state());
            problem(job.mastersLost() > 0, job.mastersLost() + " application masters were lost");
            problem(ledger.broken() > 0, "the ledger was broken at " + ledger.broken() + " moments");
            problem(ledger.seen() == 0, "the ledger was never seen");
            lease();
            Reactions reactions = new Reactions(suppress(), shrink(), grow());
            Effects effects = new Effects(LeaseChanges.of(samples), measured.burstContainers(), measured.online());
            return new Summary(origin, rm, reactions, ledger, job, effects, notShown, problems);
        }

        /** The lease has to fall under the load and to come back after it, unless other processes had what it moves by. */
        private void lease() {
            boolean fell = marks.rmShrunk() >= 0 && marks.rmShrunk() >= marks.loadUp() && rm.during() < rm.before();
            if (!fell) {
                boolean atFloor = rm.before() <= basis.floorVcores() || marks.capacityBefore() <= basis.floorVcores();
                missing(
                        atFloor
                                ? "the lease did not fall under the load: it was at its floor before"
                                : "the lease did not fall under the load",
                        atFloor ? List.of(Phase.QUIET, Phase.BURST) : List.of(Phase.RUSH));
            }
            boolean back = marks.rmGrown() >= 0 && marks.rmGrown() >= marks.loadDown() && rm.after() > rm.during();
            if (!back) {
                missing("the lease did not come back after the load", List.of(Phase.CALM));
            }
        }

        /** A problem, or not shown where other load, as measured in these phases, is the reason. */
        private void missing(String what, List<Phase> phases) {
            long others = others(phases);
            String measured = String.format(
                    Locale.ROOT,
                    "%s; other processes used %.2f of %.2f cores then",
                    what,
                    others / 1000.0,
                    basis.nodeMilliCpu() / 1000.0);
            boolean excused = others * 100 >= basis.nodeMilliCpu() * MUCH_PERCENT;
            (excused ? notShown : problems).add(measured);
        }

        /** Mean of what others used, 0 when that is not known. */
        private long others(List<Phase> phases) {
            return Math.round(samples.stream()
                    .filter(one -> phases.contains(one.phase()) && one.othersMilliCpu() >= 0)
                    .mapToLong(Sample::othersMilliCpu)
                    .average()
                    .orElse(0));
        }

        private Reaction suppress() {
            if (!basis.enforcing()) {
                return Reaction.unmeasured("nothing is limited, this run only observes");
            }
            long before = marks.limitBefore();
            if (marks.loadUp() >= 0 && before >= 0 && before < basis.limitFloorMilliCpu() + basis.nodeMilliCpu() / 10) {
                return Reaction.unmeasured(
                        "the limit was at its floor before the load came" + beside(Phase.QUIET, Phase.BURST));
            }
            problem(marks.suppressed() < 0, "the kernel's limit did not follow the load");
            if (marks.suppressed() < 0) {
                return Reaction.unmeasured("the limit did not follow");
            }
            long millis = marks.suppressed() - marks.loadUp();
            return millis < FASTEST_MILLIS
                    ? Reaction.unmeasured("the limit was falling already" + beside(Phase.QUIET, Phase.BURST))
                    : Reaction.of(millis);
        }

        private String beside(Phase... phases) {
            return String.format(Locale.ROOT, ", other processes used %.2f cores", others(List.of(phases)) / 1000.0);
        }

        private Reaction shrink() {
            if (marks.loadUp() >= 0 && marks.rmShrunk() >= marks.loadUp()) {
                return Reaction.of(marks.rmShrunk() - marks.loadUp());
            }
            return Reaction.unmeasured(
                    marks.capacityBefore() <= basis.floorVcores()
                            ? "it was at its floor before the load came"
                            : "it did not shrink");
        }

        private Reaction grow() {
            return marks.loadDown() >= 0 && marks.rmGrown() >= marks.loadDown()
                    ? Reaction.of(marks.rmGrown() - marks.loadDown())
                    : Reaction.unmeasured("it did not grow while this was watched");
        }

        private long ledgers(Ledger verdict) {
            return samples.stream().filter(one -> one.ledger() == verdict).count();
        }

        private void problem(boolean there, String text) {
            if (there) {
                problems.add(text);
            }
        }

        private Triple triple(ToLongFunction<Sample> value) {
            return new Triple(
                    of(value, Phase.QUIET).max().orElse(-1),
                    of(value, Phase.RUSH).min().orElse(-1),
                    of(value, Phase.CALM).max().orElse(-1));
        }

        private LongStream of(ToLongFunction<Sample> value, Phase phase) {
            return samples.stream()
                    .filter(one -> one.phase() == phase)
                    .mapToLong(value)
                    .filter(one -> one >= 0);
        }
    }
}
