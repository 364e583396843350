package io.koordbridge.lab.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeJudgeTest {

    private static final LedgerOptions OPTIONS = LedgerOptions.DEFAULT;

    private NodeJudge judge = new NodeJudge(OPTIONS);
    private long now;

    private List<String> look(long origin, long offered, long pods, long reserved, long yarn) {
        now += Duration.ofMillis(200).toNanos();
        return judge.step(
                new NodeLook(cpu(origin), cpu(offered), cpu(pods), cpu(reserved), Share.NONE), cpu(yarn), now);
    }

    private static Share cpu(long milli) {
        return new Share(milli, 0);
    }

    @Test
    void aGrowInTheRightOrderIsSound() {
        assertThat(look(10_000, 8_000, 1_000, 2_000, 2_000)).isEmpty();
        assertThat(look(10_000, 8_000, 1_000, 5_000, 2_000)).isEmpty();
        assertThat(look(10_000, 5_000, 1_000, 5_000, 2_000)).isEmpty();
        assertThat(look(10_000, 5_000, 1_000, 5_000, 5_000)).isEmpty();
        assertThat(look(10_000, 5_000, 5_000, 5_000, 5_000)).isEmpty();
    }

    @Test
    void aRaiseBeforePodsShareFellIsSaidOnce() {
        look(10_000, 8_000, 1_000, 5_000, 2_000);
        look(10_000, 8_000, 1_000, 5_000, 5_000);

        assertThat(look(10_000, 8_000, 1_000, 5_000, 5_000))
                .singleElement()
                .asString()
                .contains("offered");
        assertThat(look(10_000, 8_000, 1_000, 5_000, 5_000)).isEmpty();
    }

    @Test
    void aRaiseWithoutReservationIsSaid() {
        look(10_000, 2_000, 1_000, 2_000, 5_000);

        assertThat(look(10_000, 2_000, 1_000, 2_000, 5_000))
                .singleElement()
                .asString()
                .contains("reserves");
    }

    @Test
    void aChangeBetweenTheTwoReadsIsNoFault() {
        look(10_000, 8_000, 1_000, 2_000, 5_000);

        assertThat(look(10_000, 5_000, 1_000, 5_000, 5_000)).isEmpty();
    }

    @Test
    void aFallOfTheOriginMayLeaveTooMuchPromisedForAWhile() {
        look(10_000, 2_000, 2_000, 8_000, 8_000);
        List<String> said = new ArrayList<>();
        long from = now;
        while (now - from < OPTIONS.shrink().toNanos()) {
            said.addAll(look(5_000, 0, 2_000, 8_000, 8_000));
        }
        assertThat(said).isEmpty();
        said.addAll(look(5_000, 0, 2_000, 8_000, 8_000));
        said.addAll(look(5_000, 0, 2_000, 8_000, 8_000));
        said.addAll(look(5_000, 0, 2_000, 8_000, 8_000));
        assertThat(said).singleElement().asString().contains("already");

        assertThat(judge.longestShrink()).isGreaterThan(OPTIONS.shrink());
    }

    @Test
    void reportsPodsBoundToTheShareOfYarn() {
        look(10_010, 2_000, 2_000, 8_000, 8_000);
        look(10_010, 2_000, 2_000, 8_000, 8_000);

        assertThat(look(10_000, 2_000, 3_000, 8_000, 8_000))
                .singleElement()
                .asString()
                .contains("did not fall");
    }

    @Test
    void aRelapseIsSaidWhenItLastsTooLong() {
        judge = new NodeJudge(OPTIONS.relapse(Duration.ofMillis(500)));
        look(10_000, 8_000, 0, 2_000, 4_000);

        assertThat(look(10_000, 8_000, 0, 2_000, 4_000)).isEmpty();
        assertThat(look(10_000, 8_000, 0, 2_000, 4_000)).isEmpty();
        assertThat(look(10_000, 8_000, 0, 2_000, 4_000)).isEmpty();
        assertThat(look(10_000, 8_000, 0, 2_000, 4_000)).hasSize(2);
    }

    @Test
    void aNodeWithoutCapacityMayLeaveYarnItsMinimumForEver() {
        look(0, 0, 50, 1_000, 1_000);
        List<String> said = new ArrayList<>();
        long from = now;
        while (now - from < 2 * OPTIONS.shrink().toNanos()) {
            said.addAll(look(0, 0, 50, 1_000, 1_000));
        }

        assertThat(said).isEmpty();
    }

    @Test
    void nothingSeenIsNotSound() {
        assertThatThrownBy(() -> new LedgerReport(0, 7, List.of(), Duration.ZERO, Share.NONE).requireSound())
                .hasMessageContaining("never seen");
    }
}
