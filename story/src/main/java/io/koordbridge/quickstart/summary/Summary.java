package io.koordbridge.quickstart.summary;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import io.koordbridge.quickstart.summary.Sample.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Numbers and verdict of a run.
 *
 * @param origin batch capacity by phase, milli-cores
 * @param rm ResourceManager's capacity by phase, virtual cores
 * @param suppressMillis from load to the kernel's limit; empty when nothing was enforced
 * @param shrinkMillis from load to the ResourceManager's capacity
 * @param growMillis from the end of the load to the ResourceManager's capacity
 * @param brokenSamples moments at which more was sold than there was, no shrink under way
 * @param problems why the run is not a success; empty for a success
 */
public record Summary(
        Triple origin,
        Triple rm,
        OptionalLong suppressMillis,
        OptionalLong shrinkMillis,
        OptionalLong growMillis,
        long samples,
        long brokenSamples,
        JobOutcome job,
        List<String> problems) {

    /** Largest value before, smallest during and largest after the rush. */
    public record Triple(long before, long during, long after) {}

    public Summary {
        problems = List.copyOf(problems);
    }

    /** Whether the run showed everything. */
    public boolean success() {
        return problems.isEmpty();
    }

    /** Adds up. */
    public static Summary of(List<Sample> samples, Marks marks, JobOutcome job, boolean enforcing) {
        return Calculation.summary(samples, marks, job, enforcing);
    }

    @PureCore
    static final class Calculation {

        private Calculation() {}

        static Summary summary(List<Sample> samples, Marks marks, JobOutcome job, boolean enforcing) {
            Triple origin = triple(samples, Sample::originMilliCpu);
            Triple rm = triple(samples, Sample::rmVcores);
            long broken = samples.stream()
                    .filter(one -> one.ledger() == Ledger.BROKEN)
                    .count();
            long seen = samples.stream()
                    .filter(one -> one.ledger() != Ledger.NO_DATA)
                    .count();
            OptionalLong suppress = between(marks.loadUp(), marks.suppressed());
            List<String> problems = new ArrayList<>();
            problem(problems, !job.succeeded(), "the job ended as " + job.state());
            problem(problems, job.mastersLost() > 0, job.mastersLost() + " application masters were lost");
            problem(problems, broken > 0, "the ledger was broken at " + broken + " moments");
            problem(problems, seen == 0, "the ledger was never seen");
            problem(problems, rm.during() >= rm.before(), "the lease did not go down under load");
            problem(problems, rm.after() <= rm.during(), "the lease did not come back after the load");
            problem(problems, enforcing && suppress.isEmpty(), "the kernel's limit did not follow the load");
            return new Summary(
                    origin,
                    rm,
                    suppress,
                    between(marks.loadUp(), marks.rmShrunk()),
                    between(marks.loadDown(), marks.rmGrown()),
                    seen,
                    broken,
                    job,
                    problems);
        }

        private static void problem(List<String> problems, boolean there, String text) {
            if (there) {
                problems.add(text);
            }
        }

        private static Triple triple(List<Sample> samples, ToLongFunction<Sample> value) {
            return new Triple(
                    of(samples, value, Phase.QUIET).max().orElse(-1),
                    of(samples, value, Phase.RUSH).min().orElse(-1),
                    of(samples, value, Phase.CALM).max().orElse(-1));
        }

        private static java.util.stream.LongStream of(List<Sample> samples, ToLongFunction<Sample> value, Phase phase) {
            return samples.stream()
                    .filter(one -> one.phase() == phase)
                    .mapToLong(value)
                    .filter(one -> one >= 0);
        }

        private static OptionalLong between(long from, long to) {
            return from >= 0 && to >= from ? OptionalLong.of(to - from) : OptionalLong.empty();
        }
    }
}
