package io.koordbridge.manager.profile.missedpods;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.profile.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MissedPodsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
    private static final Judgement MISSED = new Judgement(Finding.MISSED, List.of("batch"));
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
}
