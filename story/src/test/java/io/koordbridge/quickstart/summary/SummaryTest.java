package io.koordbridge.quickstart.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.summary.Sample.Amount;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import io.koordbridge.quickstart.summary.Sample.Phase;
import io.koordbridge.quickstart.summary.Sample.PodShare;
import io.koordbridge.quickstart.summary.Sample.YarnShare;
import io.koordbridge.quickstart.summary.Summary.Measured;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SummaryTest {

    private static final JobOutcome GOOD = new JobOutcome("pi", true, "SUCCEEDED", "pi=3.14", 1, 3, 0, 90_000);
    private static final Milestones MARKS = new Milestones(10_000, 1_500, 11_000, 12_500, 40_000, 52_000);

    private static final Basis ENFORCING = new Basis(true, 2_000, 400, 2, 125);

    @Test
    void aRunThatWentDownAndUpAgainIsASuccess() {
        Summary summary = Summary.of(story(9, 2, 8), measured(MARKS, GOOD), ENFORCING);

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.rm()).isEqualTo(new Summary.Triple(9, 2, 8));
        assertThat(summary.reactions().suppress().millis()).hasValue(1_000);
        assertThat(summary.reactions().shrink().millis()).hasValue(2_500);
        assertThat(summary.reactions().grow().millis()).hasValue(12_000);
    }

    @Test
    void aLeaseThatStaysIsAProblem() {
        assertThat(Summary.of(story(6, 6, 6), measured(MARKS, GOOD), ENFORCING).problems())
                .containsExactly("the lease did not go down under load");
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
    void aLeaseThatStaysLowAlthoughThereIsCapacityAgainIsAProblem() {
        List<Sample> samples = story(9, 2, 2);
        samples.addAll(Collections.nCopies(40, origin(Phase.CALM, 2_000, 2)));

        assertThat(Summary.of(samples, measured(MARKS, GOOD), ENFORCING).problems())
                .containsExactly("the lease did not come back after the load");
    }

    @Test
    void aLeaseThatHadNoTimeToFollowTheCapacityIsNoProblem() {
        List<Sample> samples = story(9, 2, 2);
        samples.addAll(Collections.nCopies(10, origin(Phase.CALM, 2_000, 2)));

        assertThat(Summary.of(samples, measured(MARKS, GOOD), ENFORCING).problems())
                .isEmpty();
    }

    @Test
    void aLeaseThatStaysLowBecauseOtherLoadTookTheCapacityIsNotShown() {
        Summary summary = Summary.of(story(9, 2, 2), measured(MARKS, GOOD), ENFORCING);

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.notShown())
                .containsExactly("the lease coming back: other load on this machine had the capacity");
    }

    @Test
    void aFullMachineShowsNoLeaseAndNoReaction() {
        Milestones full = Milestones.loadUp(10_000, 400).loadDownAt(40_000);

        Summary summary = Summary.of(story(2, 2, 2), measured(full, GOOD), ENFORCING);

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.notShown()).hasSize(1);
        assertThat(summary.reactions().suppress())
                .isEqualTo(Reaction.unmeasured("the limit was at its floor before the load came"));
        assertThat(summary.reactions().shrink())
                .isEqualTo(Reaction.unmeasured("it was at its floor before the load came"));
    }

    @Test
    void aLimitThatDoesNotFollowIsAProblemOnlyWhereLimitsAreWritten() {
        Milestones unlimited = Milestones.loadUp(10_000, 1_500)
                .rmShrunkAt(12_500)
                .loadDownAt(40_000)
                .rmGrownAt(52_000);
        Basis observing = new Basis(false, 2_000, 400, 2, 125);

        assertThat(Summary.of(story(9, 2, 8), measured(unlimited, GOOD), ENFORCING)
                        .problems())
                .containsExactly("the kernel's limit did not follow the load");
        Summary observed = Summary.of(story(9, 2, 8), measured(unlimited, GOOD), observing);
        assertThat(observed.success()).isTrue();
        assertThat(observed.reactions().suppress().reason()).isEqualTo("nothing is limited, this run only observes");
    }

    @Test
    void aLimitThatFollowsBeforeTheAgentCanHaveLookedIsNotMeasured() {
        Milestones falling = Milestones.loadUp(10_000, 1_500).suppressedAt(10_020);

        assertThat(Summary.of(story(9, 2, 8), measured(falling, GOOD), ENFORCING)
                        .reactions()
                        .suppress()
                        .reason())
                .isEqualTo("the limit was falling already, for other load on this machine");
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

    private static Measured measured(Milestones marks, JobOutcome job) {
        Effects.Online online = new Effects.Online(Optional.empty(), Optional.empty(), Optional.empty(), "not here");
        return new Measured(marks, job, OptionalInt.of(0), online);
    }

    private static Sample sample(Phase phase, long rmVcores, Ledger ledger) {
        return sample(phase, rmVcores * 125, rmVcores, ledger);
    }

    private static Sample origin(Phase phase, long originMilliCpu, long rmVcores) {
        return sample(phase, originMilliCpu, rmVcores, Ledger.OK);
    }

    private static Sample sample(Phase phase, long originMilliCpu, long rmVcores, Ledger ledger) {
        Amount capacity = new Amount(rmVcores, 4_096);
        YarnShare yarn = new YarnShare(capacity, capacity, new Amount(0, 0), 0, 0);
        return new Sample(0, phase, 0, originMilliCpu, new PodShare(0, 0), yarn, 0, ledger);
    }
}
