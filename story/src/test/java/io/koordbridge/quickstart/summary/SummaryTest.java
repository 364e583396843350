package io.koordbridge.quickstart.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.summary.Sample.Amount;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import io.koordbridge.quickstart.summary.Sample.Phase;
import io.koordbridge.quickstart.summary.Sample.PodShare;
import io.koordbridge.quickstart.summary.Sample.YarnShare;
import io.koordbridge.quickstart.summary.Summary.Measured;
import io.koordbridge.quickstart.summary.Summary.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SummaryTest {

    private static final JobOutcome GOOD = new JobOutcome("pi", true, "SUCCEEDED", "pi=3.14", 1, 3, 0, 90_000);
    private static final Milestones MARKS = new Milestones(10_000, 1_500, 9, 11_000, 12_500, 40_000, 52_000);

    private static final Basis ENFORCING = new Basis(true, 2_000, 400, 2, 125);

    @Test
    void aRunThatWentDownAndUpAgainIsASuccess() {
        Summary summary = Summary.of(story(9, 2, 8), measured(MARKS, GOOD), ENFORCING);

        assertThat(summary.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(summary.rm()).isEqualTo(new Summary.Triple(9, 2, 8));
        assertThat(summary.reactions().suppress().millis()).hasValue(1_000);
        assertThat(summary.reactions().shrink().millis()).hasValue(2_500);
        assertThat(summary.reactions().grow().millis()).hasValue(12_000);
    }

    @Test
    void aLeaseThatStaysIsAProblem() {
        Summary summary = Summary.of(story(6, 6, 6), measured(stood(6), GOOD), ENFORCING);

        assertThat(summary.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(summary.problems())
                .containsExactly(
                        "the lease did not fall under the load; other processes used 0.10 of 2.00 cores then",
                        "the lease did not come back after the load; other processes used 0.10 of 2.00 cores then");
    }

    @Test
    void aLeaseThatFellBeforeTheLoadDidNotFallUnderIt() {
        assertThat(Summary.of(
                                story(9, 2, 8),
                                measured(stood(2).loadDownAt(40_000).rmGrownAt(52_000), GOOD),
                                ENFORCING)
                        .problems())
                .containsExactly("the lease did not fall under the load: it was at its floor before; other processes"
                        + " used 0.10 of 2.00 cores then");
    }

    @Test
    void otherLoadThatWasMeasuredIsAnOutcomeOfItsOwn() {
        Summary summary = Summary.of(others(story(9, 2, 2), Phase.CALM, 1_200), measured(notBack(), GOOD), ENFORCING);

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.notShown())
                .containsExactly(
                        "the lease did not come back after the load; other processes used 1.20 of 2.00 cores then");
        assertThat(summary.outcome()).isEqualTo(Outcome.INCOMPLETE);
        assertThat(summary.outcome().exitCode()).isEqualTo(4);
    }

    @Test
    void otherLoadAtAnotherTimeExcusesNothing() {
        Summary summary = Summary.of(others(story(9, 2, 2), Phase.RUSH, 1_200), measured(notBack(), GOOD), ENFORCING);

        assertThat(summary.outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void aFailedJobIsAFailureWhateverOthersDo() {
        JobOutcome failed = new JobOutcome("pi", false, "FAILED", "", 1, 0, 0, 1);

        assertThat(Summary.of(others(story(9, 2, 2), Phase.CALM, 1_900), measured(notBack(), failed), ENFORCING)
                        .outcome())
                .isEqualTo(Outcome.FAILED);
    }

    @Test
    void oneBrokenMomentIsAProblem() {
        List<Sample> samples = story(9, 2, 8);
        samples.add(sample(Phase.CALM, 5, Ledger.BROKEN));

        assertThat(Summary.of(samples, measured(MARKS, GOOD), ENFORCING).problems())
                .containsExactly("the ledger was broken at 1 moments");
    }

    @Test
    void aLostMasterIsAProblemEvenWhenTheJobSucceeds() {
        JobOutcome restarted = new JobOutcome("pi", true, "SUCCEEDED", "", 2, 0, 0, 1);

        assertThat(Summary.of(story(9, 2, 8), measured(MARKS, restarted), ENFORCING)
                        .problems())
                .containsExactly("1 application masters were lost");
    }

    @Test
    void aFullMachineShowsNoLeaseAndNoReaction() {
        Milestones full = Milestones.loadUp(10_000, 400, 2).loadDownAt(40_000);

        List<Sample> busy = others(others(story(2, 2, 2), Phase.QUIET, 1_500), Phase.CALM, 1_500);
        Summary summary = Summary.of(busy, measured(full, GOOD), ENFORCING);

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.notShown()).hasSize(2);
        assertThat(summary.reactions().suppress())
                .isEqualTo(Reaction.unmeasured(
                        "the limit was at its floor before the load came, other processes used 1.50 cores"));
        assertThat(summary.reactions().shrink())
                .isEqualTo(Reaction.unmeasured("it was at its floor before the load came"));
    }

    @Test
    void aLimitThatDoesNotFollowIsAProblemOnlyWhereLimitsAreWritten() {
        Milestones unlimited = Milestones.loadUp(10_000, 1_500, 9)
                .rmShrunkAt(12_500)
                .loadDownAt(40_000)
                .rmGrownAt(52_000);
        Basis observing = new Basis(false, 2_000, 400, 2, 125);

        assertThat(Summary.of(story(9, 2, 8), measured(unlimited, GOOD), ENFORCING)
                        .problems())
                .containsExactly("the kernel's limit did not follow the load");
        Summary observed = Summary.of(story(9, 2, 8), measured(unlimited, GOOD), observing);
        assertThat(observed.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(observed.reactions().suppress().reason()).isEqualTo("nothing is limited, this run only observes");
    }

    @Test
    void aLimitThatFollowsBeforeTheAgentCanHaveLookedIsNotMeasured() {
        Milestones falling = Milestones.loadUp(10_000, 1_500, 9).suppressedAt(10_020);

        assertThat(Summary.of(story(9, 2, 8), measured(falling, GOOD), ENFORCING)
                        .reactions()
                        .suppress()
                        .reason())
                .isEqualTo("the limit was falling already, other processes used 0.10 cores");
    }

    @Test
    void aLedgerThatWasNeverSeenIsAProblem() {
        List<Sample> blind = new ArrayList<>();
        for (Sample one : story(9, 2, 8)) {
            blind.add(sample(one.phase(), one.capacityVcores(), Ledger.NO_DATA));
        }

        assertThat(Summary.of(blind, measured(MARKS, GOOD), ENFORCING).problems())
                .containsExactly("the ledger was never seen");
    }

    private static List<Sample> story(long before, long during, long after) {
        return new ArrayList<>(List.of(
                sample(Phase.START, -1, Ledger.NO_DATA),
                sample(Phase.QUIET, before, Ledger.OK),
                sample(Phase.RUSH, before, Ledger.DRAINING),
                sample(Phase.RUSH, during, Ledger.OK),
                sample(Phase.CALM, during, Ledger.OK),
                sample(Phase.CALM, after, Ledger.OK)));
    }

    private static Milestones stood(long capacityVcores) {
        return Milestones.loadUp(10_000, 1_500, capacityVcores).suppressedAt(11_000);
    }

    private static Milestones notBack() {
        return Milestones.loadUp(10_000, 1_500, 9)
                .suppressedAt(11_000)
                .rmShrunkAt(12_500)
                .loadDownAt(40_000);
    }

    private static List<Sample> others(List<Sample> samples, Phase phase, long milliCpu) {
        List<Sample> all = new ArrayList<>();
        for (Sample one : samples) {
            all.add(
                    one.phase() == phase
                            ? new Sample(
                                    one.atMillis(),
                                    phase,
                                    one.onlineMilliCpu(),
                                    milliCpu,
                                    one.originMilliCpu(),
                                    one.pods(),
                                    one.yarn(),
                                    one.limitMilliCpu(),
                                    one.ledger())
                            : one);
        }
        return all;
    }

    private static Measured measured(Milestones marks, JobOutcome job) {
        Effects.Online online = new Effects.Online(Optional.empty(), Optional.empty(), Optional.empty(), "not here");
        return new Measured(marks, job, OptionalInt.of(0), online);
    }

    private static Sample sample(Phase phase, long rmVcores, Ledger ledger) {
        return sample(phase, rmVcores * 125, rmVcores, ledger);
    }

    private static Sample sample(Phase phase, long originMilliCpu, long rmVcores, Ledger ledger) {
        Amount capacity = new Amount(rmVcores, 4_096);
        YarnShare yarn = new YarnShare(capacity, capacity, new Amount(0, 0), 0, 0);
        return new Sample(0, phase, 0, 100, originMilliCpu, new PodShare(0, 0), yarn, 0, ledger);
    }
}
