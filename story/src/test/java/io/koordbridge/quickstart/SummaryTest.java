package io.koordbridge.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.summary.JobOutcome;
import io.koordbridge.quickstart.summary.Marks;
import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import io.koordbridge.quickstart.summary.Sample.Phase;
import io.koordbridge.quickstart.summary.Summary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {

    private static final JobOutcome GOOD = new JobOutcome("pi", true, "SUCCEEDED", "pi=3.14", 1, 3, 0, 90_000);
    private static final Marks MARKS = new Marks(10_000, 11_000, 12_500, 40_000, 52_000);

    @Test
    void aRunThatWentDownAndUpAgainIsASuccess() {
        Summary summary = Summary.of(story(6, 2, 5), MARKS, GOOD, true);

        assertThat(summary.problems()).isEmpty();
        assertThat(summary.rm()).isEqualTo(new Summary.Triple(6, 2, 5));
        assertThat(summary.suppressMillis()).hasValue(1_000);
        assertThat(summary.shrinkMillis()).hasValue(2_500);
        assertThat(summary.growMillis()).hasValue(12_000);
    }

    @Test
    void aLeaseThatStaysIsAProblem() {
        assertThat(Summary.of(story(6, 6, 6), MARKS, GOOD, true).problems())
                .containsExactly("the lease did not go down under load", "the lease did not come back after the load");
    }

    @Test
    void oneBrokenMomentIsAProblem() {
        List<Sample> samples = story(6, 2, 5);
        samples.add(sample(Phase.CALM, 5, Ledger.BROKEN));

        assertThat(Summary.of(samples, MARKS, GOOD, true).problems())
                .containsExactly("the ledger was broken at 1 moments");
    }

    @Test
    void aLostMasterIsAProblemEvenWhenTheJobSucceeds() {
        JobOutcome restarted = new JobOutcome("pi", true, "SUCCEEDED", "", 2, 0, 0, 1);

        assertThat(Summary.of(story(6, 2, 5), MARKS, restarted, true).problems())
                .containsExactly("1 application masters were lost");
    }

    @Test
    void withoutEnforcementNoLimitIsExpected() {
        Marks unlimited = new Marks(10_000, -1, 12_500, 40_000, 52_000);

        assertThat(Summary.of(story(6, 2, 5), unlimited, GOOD, false).success()).isTrue();
        assertThat(Summary.of(story(6, 2, 5), unlimited, GOOD, true).success()).isFalse();
    }

    @Test
    void aLedgerThatWasNeverSeenIsAProblem() {
        List<Sample> blind = new ArrayList<>();
        for (Sample one : story(6, 2, 5)) {
            blind.add(sample(one.phase(), one.rmVcores(), Ledger.NO_DATA));
        }

        assertThat(Summary.of(blind, MARKS, GOOD, true).problems()).containsExactly("the ledger was never seen");
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

    private static Sample sample(Phase phase, long rmVcores, Ledger ledger) {
        return new Sample(0, phase, rmVcores * 250, 0, rmVcores, rmVcores, 0, 0, 0, 0, ledger);
    }
}
