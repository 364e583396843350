package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MastersQuestionTest {

    private static final Instant NOW = Observations.NOW;
    private static final YarnAmount ONE = new YarnAmount(1, 2_048);

    private static Masters said(YarnAmount held, long secondsAgo) {
        return new Masters(held, NOW.minusSeconds(secondsAgo));
    }

    private static MastersQuestion asked(long secondsAgo) {
        return MastersQuestion.NONE.next(Masters.UNKNOWN, NOW.minusSeconds(secondsAgo));
    }

    @Test
    void mastersThatWereHeardOfAreKnownForFiveSeconds() {
        assertThat(MastersQuestion.NONE.settled(said(ONE, 5), NOW, NOW)).isTrue();
        assertThat(MastersQuestion.NONE.settled(said(ONE, 6), NOW, NOW)).isFalse();
        assertThat(MastersQuestion.NONE.settled(Masters.UNKNOWN, NOW, NOW)).isFalse();
    }

    @Test
    void noMastersHeardOfBeforeIsNoAnswer() {
        assertThat(MastersQuestion.NONE.settled(said(YarnAmount.ZERO, 1), NOW, NOW))
                .isFalse();
        assertThat(MastersQuestion.NONE.settled(said(YarnAmount.ZERO, 0), NOW, NOW))
                .isTrue();
        assertThat(asked(3).settled(said(YarnAmount.ZERO, 2), NOW, NOW)).isTrue();
    }

    @Test
    void anAnswerIsWaitedForASecond() {
        assertThat(asked(0).waits(NOW)).isTrue();
        assertThat(asked(0).unanswered(Masters.UNKNOWN, NOW)).isFalse();
        assertThat(asked(1).waits(NOW)).isFalse();
        assertThat(asked(1).unanswered(said(ONE, 2), NOW)).isTrue();
        assertThat(asked(1).unanswered(said(ONE, 1), NOW)).isFalse();
    }

    @Test
    void aQuestionBehindAnAnswerOnlyAddsToIt() {
        Instant later = NOW.plusSeconds(2);

        assertThat(asked(1).again(said(ONE, 1), NOW).unanswered(said(ONE, 1), later))
                .isFalse();
        assertThat(asked(1).again(said(ONE, 9), NOW).unanswered(said(ONE, 9), NOW))
                .isTrue();
        assertThat(asked(60).again(said(ONE, 1), NOW).unanswered(said(ONE, 1), later))
                .isTrue();
    }

    private static YarnAmount kept(Observations node, MastersQuestion question) {
        NodeObservation seen = node.build();
        ManagersInUse managers = ManagersInUse.of(
                seen.managers(),
                ProvenUsages.NONE.next(
                        seen,
                        ProtocolTimes.DEFAULT.uncertainty(),
                        LeaseProtocol.step(null, seen, LeaseConfig.DEFAULT).after()));
        return question.kept(seen, managers, node.written, LeaseConfig.DEFAULT);
    }

    @Test
    void withoutAnAnswerPlaceForOneMoreIsKeptButNoMoreThanIsInUse() {
        Observations node = Observations.steady(new YarnAmount(10, 20_480));
        node.used = new YarnAmount(4, 3_072);
        node.masters = new YarnAmount(1, 2_048);
        node.mastersAskedAt = NOW.minusSeconds(60);

        assertThat(kept(node, MastersQuestion.NONE)).isEqualTo(ONE);
        assertThat(kept(node, asked(2))).isEqualTo(new YarnAmount(2, 3_072));
    }

    @Test
    void aMasterThatStartedAfterTheReportCountsAsFarAsTheLeaseGoes() {
        Observations node = Observations.steady(new YarnAmount(10, 20_480));
        node.masters = new YarnAmount(1, 4_096);

        assertThat(kept(node, MastersQuestion.NONE)).isEqualTo(new YarnAmount(1, 4_096));
        node.masters = new YarnAmount(1_000_000, 1L << 30);
        assertThat(kept(node, MastersQuestion.NONE)).isEqualTo(node.written);
        node.mastersAskedAt = NOW.minusSeconds(60);
        assertThat(kept(node, MastersQuestion.NONE)).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void severalNodeManagersAreAsOldAsTheOldestAnswer() {
        assertThat(Masters.sum(List.of(said(ONE, 1), said(ONE, 9)))).isEqualTo(said(ONE.plus(ONE), 9));
        assertThat(Masters.sum(List.of(said(ONE, 1), Masters.UNKNOWN))).isEqualTo(new Masters(ONE, Instant.EPOCH));
        assertThat(Masters.sum(List.of())).isEqualTo(Masters.UNKNOWN);
    }
}
