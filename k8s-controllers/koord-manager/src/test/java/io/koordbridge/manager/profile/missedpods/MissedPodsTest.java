package io.koordbridge.manager.profile.missedpods;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.profile.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Judgement;
import io.koordbridge.manager.profile.missedpods.MissedPods.Suspect;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MissedPodsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
    private static final Judgement MISSED = new Judgement(Finding.MISSED, List.of("batch"), new ExpectedFields());
    private static final Judgement TO_BE_READ =
            new Judgement(Finding.TO_BE_READ, List.of("batch"), new ExpectedFields());
    private static final Judgement FINE = Judgement.of(Finding.FINE);

    private final MissedPods pods = new MissedPods();

    private static PodFacts pod(String name, String uid) {
        return new PodFacts("team", name, uid, NOW, Map.of(), Map.of(), "", "", false);
    }

    @Test
    void aSuspectIsHeardAgainAfterTheCachesSettled() {
        pods.seen(pod("p", "1"), MISSED, NOW);

        pods.review(one -> MISSED, NOW.plusSeconds(9));
        assertThat(pods.size()).isZero();
        pods.review(one -> MISSED, NOW.plusSeconds(10));

        assertThat(pods.takeUnreported(10)).singleElement().satisfies(one -> {
            assertThat(one.pod().name()).isEqualTo("p");
            assertThat(one.profiles()).containsExactly("batch");
        });
    }

    @Test
    void aSuspectThatTurnsOutFineIsForgotten() {
        pods.seen(pod("p", "1"), Judgement.of(Finding.UNKNOWN), NOW);
        pods.review(one -> FINE, NOW.plusSeconds(10));
        pods.review(one -> MISSED, NOW.plusSeconds(20));

        assertThat(pods.size()).isZero();
    }

    @Test
    void aMissedPodIsReportedOnceAndCountsUntilItIsGone() {
        pods.seen(pod("p", "1"), MISSED, NOW);
        pods.review(one -> MISSED, NOW.plusSeconds(10));
        pods.takeUnreported(10);
        pods.seen(pod("p", "1"), MISSED, NOW.plusSeconds(20));
        pods.review(one -> MISSED, NOW.plusSeconds(30));

        assertThat(pods.takeUnreported(10)).isEmpty();
        assertThat(pods.size()).isOne();
        pods.forget("team/p");
        assertThat(pods.size()).isZero();
    }

    @Test
    void aNewPodOfTheSameNameIsJudgedAnew() {
        pods.seen(pod("p", "1"), MISSED, NOW);
        pods.review(one -> MISSED, NOW.plusSeconds(10));
        pods.takeUnreported(10);
        pods.seen(pod("p", "2"), MISSED, NOW.plusSeconds(20));
        pods.review(one -> MISSED, NOW.plusSeconds(30));

        assertThat(pods.takeUnreported(10)).hasSize(1);
    }

    @Test
    void whatIsReadYieldsToWhatWasSeenSinceTheReadingBegan() {
        pods.seen(pod("before", "1"), FINE, NOW);
        pods.beginReading();
        pods.seen(pod("fine", "1"), FINE, NOW);
        pods.forget("team/gone");
        for (String name : List.of("before", "fine", "gone")) {
            pods.read(pod(name, "1"), MISSED, NOW);
        }
        pods.endReading();
        pods.review(one -> MISSED, NOW.plusSeconds(10));

        assertThat(pods.takeUnreported(10)).extracting(one -> one.pod().name()).containsExactly("before");
    }

    @Test
    void whatIsReadAddsNothingOnceAllPodsAreSeenAgain() {
        pods.beginReading();
        pods.forgetAll();
        pods.read(pod("gone", "1"), MISSED, NOW);
        pods.endReading();
        pods.review(one -> MISSED, NOW.plusSeconds(10));

        assertThat(pods.size()).isZero();
    }

    @Test
    void whatNoLongerCountsIsDropped() {
        pods.seen(pod("p", "1"), MISSED, NOW);
        pods.review(one -> MISSED, NOW.plusSeconds(10));
        pods.review(one -> FINE, NOW.plusSeconds(20));

        assertThat(pods.size()).isZero();
    }

    @Test
    void reportsComeInRoundsAndMemoryIsBounded() {
        for (int i = 0; i < MissedPods.CAPACITY + 5; i++) {
            pods.seen(pod("p" + i, "1"), MISSED, NOW);
        }
        pods.review(one -> MISSED, NOW.plusSeconds(10));

        assertThat(pods.size()).isEqualTo(MissedPods.CAPACITY);
        assertThat(pods.dropped()).isEqualTo(5);
        assertThat(pods.takeUnreported(100)).hasSize(100);
        assertThat(pods.takeUnreported(MissedPods.CAPACITY)).hasSize(MissedPods.CAPACITY - 100);
    }

    @Test
    void aPodThatHasToBeReadIsMissedOnceAFieldWasFoundLacking() {
        pods.seen(pod("p", "1"), TO_BE_READ, NOW);

        assertThat(pods.review(one -> TO_BE_READ, NOW.plusSeconds(9))).isEmpty();
        Suspect suspect = onlyToBeRead(NOW.plusSeconds(10));
        pods.wasRead(suspect, "spec.tolerations");
        pods.review(one -> TO_BE_READ, NOW.plusSeconds(20));

        assertThat(pods.takeUnreported(10))
                .singleElement()
                .satisfies(one -> assertThat(one.field()).isEqualTo("spec.tolerations"));
        assertThat(pods.size()).isOne();
    }

    @Test
    void aPodThatCouldNotBeReadIsAskedForAgainAndOneThatWasFineIsNot() {
        pods.seen(pod("p", "1"), TO_BE_READ, NOW);
        onlyToBeRead(NOW.plusSeconds(10));
        pods.wasRead(onlyToBeRead(NOW.plusSeconds(20)), null);

        pods.seen(pod("p", "1"), TO_BE_READ, NOW.plusSeconds(30));
        assertThat(pods.review(one -> TO_BE_READ, NOW.plusSeconds(60))).isEmpty();
        pods.seen(pod("p", "2"), TO_BE_READ, NOW.plusSeconds(60));
        onlyToBeRead(NOW.plusSeconds(70));
    }

    @Test
    void whatWasReadOfAPodThatIsGoneOrNewSaysNothing() {
        pods.seen(pod("p", "1"), TO_BE_READ, NOW);
        Suspect gone = onlyToBeRead(NOW.plusSeconds(10));
        pods.forget("team/p");
        pods.wasRead(gone, "spec.tolerations");
        pods.seen(pod("p", "2"), TO_BE_READ, NOW.plusSeconds(10));
        pods.wasRead(gone, "spec.tolerations");

        assertThat(pods.size()).isZero();
        onlyToBeRead(NOW.plusSeconds(20));
    }

    @Test
    void podsThatHaveToBeReadLeaveRoomForOthersAndSayThatThereWereMore() {
        for (int i = 0; i < MissedPods.CAPACITY; i++) {
            pods.seen(pod("p" + i, "1"), TO_BE_READ, NOW);
        }
        pods.seen(pod("other", "1"), MISSED, NOW);

        assertThat(pods.review(one -> one.name().equals("other") ? MISSED : TO_BE_READ, NOW.plusSeconds(10)))
                .hasSize(MissedPods.CAPACITY / 2);
        assertThat(pods.size()).isOne();
        assertThat(pods.dropped()).isZero();
        assertThat(pods.takeUnread()).isTrue();
        assertThat(pods.takeUnread()).isFalse();
    }

    private Suspect onlyToBeRead(Instant now) {
        List<Suspect> toBeRead = pods.review(one -> TO_BE_READ, now);
        assertThat(toBeRead).hasSize(1);
        return toBeRead.get(0);
    }
}
