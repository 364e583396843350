package io.koordbridge.quickstart.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.quickstart.summary.Sample.Amount;
import io.koordbridge.quickstart.summary.Sample.Ledger;
import io.koordbridge.quickstart.summary.Sample.Phase;
import io.koordbridge.quickstart.summary.Sample.PodShare;
import io.koordbridge.quickstart.summary.Sample.YarnShare;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseChangesTest {

    @Test
    void countsChangesOfVcoresAndMemory() {
        LeaseChanges changes = LeaseChanges.of(List.of(
                sample(0, Phase.START, Amount.UNKNOWN),
                sample(500, Phase.START, new Amount(2, 2_048)),
                sample(1_000, Phase.START, new Amount(9, 8_192)),
                sample(1_500, Phase.QUIET, new Amount(9, 8_192)),
                sample(2_000, Phase.QUIET, new Amount(9, 7_680)),
                sample(2_500, Phase.QUIET, new Amount(9, 7_680)),
                sample(3_000, Phase.RUSH, new Amount(3, 7_680))));

        assertThat(changes).isEqualTo(new LeaseChanges(3, 1, 1_000));
    }

    @Test
    void aResourceManagerThatDoesNotAnswerForAMomentIsNoChange() {
        LeaseChanges changes = LeaseChanges.of(List.of(
                sample(0, Phase.QUIET, new Amount(9, 8_192)),
                sample(500, Phase.QUIET, Amount.UNKNOWN),
                sample(1_000, Phase.QUIET, new Amount(9, 8_192))));

        assertThat(changes.all()).isZero();
    }

    private static Sample sample(long atMillis, Phase phase, Amount capacity) {
        YarnShare yarn = new YarnShare(capacity, capacity, capacity, 0, 0);
        return new Sample(atMillis, phase, 0, 0, 0, new PodShare(0, 0), yarn, 0, Ledger.OK);
    }
}
