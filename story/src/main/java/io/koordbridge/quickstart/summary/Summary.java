package io.koordbridge.quickstart.summary;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import io.koordbridge.quickstart.summary.Sample.Phase;
import java.util.ArrayList;
import java.util.List;
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
 * @param notShown what this machine could not show, each with its reason
 * @param problems why the run is not a success; empty for a success
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

    /** Whether the run showed all that its machine allows. */
    public boolean success() {
        return problems.isEmpty();
    }

    /** Adds up. */
    public static Summary of(List<Sample> samples, Measured measured, Basis basis) {
        return new Calculation(samples, measured, basis).summary();
    }

    @PureCore
    static final class Calculation {

        /** The agent looks ten times a second: a limit that follows faster was falling before. */
        private static final long FASTEST_MILLIS = 50;
        /** Twenty seconds of samples: by then a lease follows. */
        private static final int SETTLED_SAMPLES = 40;

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

        /** A lease has to follow the capacity; where other load on the machine moves that, there is nothing to follow. */
        private void lease() {
            if (rm.before() <= basis.floorVcores()) {
                notShown.add("the lease going down and up: other load on this machine left YARN no more than the "
                        + basis.floorVcores() + " virtual cores that it keeps in any case");
                return;
            }
            problem(rm.during() >= rm.before(), "the lease did not go down under load");
            if (rm.after() > rm.during()) {
                return;
            }
            boolean cameBack = settled(Sample::originMilliCpu) >= origin.before();
            problem(cameBack, "the lease did not come back after the load");
            if (!cameBack) {
                notShown.add("the lease coming back: other load on this machine had the capacity");
            }
        }

        private Reaction suppress() {
            if (!basis.enforcing()) {
                return Reaction.unmeasured("nothing is limited, this run only observes");
            }
            long before = marks.limitBefore();
            if (marks.loadUp() >= 0 && before >= 0 && before < basis.limitFloorMilliCpu() + basis.nodeMilliCpu() / 10) {
                return Reaction.unmeasured("the limit was at its floor before the load came");
            }
            problem(marks.suppressed() < 0, "the kernel's limit did not follow the load");
            if (marks.suppressed() < 0) {
                return Reaction.unmeasured("the limit did not follow");
            }
            long millis = marks.suppressed() - marks.loadUp();
            return millis < FASTEST_MILLIS
                    ? Reaction.unmeasured("the limit was falling already, for other load on this machine")
                    : Reaction.of(millis);
        }

        private Reaction shrink() {
            if (marks.loadUp() >= 0 && marks.rmShrunk() >= marks.loadUp()) {
                return Reaction.of(marks.rmShrunk() - marks.loadUp());
            }
            return Reaction.unmeasured(
                    rm.before() <= basis.floorVcores()
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

        /** The least of the last samples after the load; -1 when there were not enough of them. */
        private long settled(ToLongFunction<Sample> value) {
            long[] calm = of(value, Phase.CALM).toArray();
            return calm.length < SETTLED_SAMPLES
                    ? -1
                    : LongStream.of(calm)
                            .skip(calm.length - SETTLED_SAMPLES)
                            .min()
                            .orElse(-1);
        }

        private LongStream of(ToLongFunction<Sample> value, Phase phase) {
            return samples.stream()
                    .filter(one -> one.phase() == phase)
                    .mapToLong(value)
                    .filter(one -> one >= 0);
        }
    }
}
