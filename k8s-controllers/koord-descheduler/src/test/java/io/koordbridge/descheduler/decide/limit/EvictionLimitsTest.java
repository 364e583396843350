package io.koordbridge.descheduler.decide.limit;

import static io.koordbridge.descheduler.decide.scene.ScenePods.disrupted;
import static io.koordbridge.descheduler.decide.scene.ScenePods.of;
import static io.koordbridge.descheduler.decide.scene.ScenePods.on;
import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static io.koordbridge.descheduler.decide.scene.ScenePods.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.scene.SceneWorkloads;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EvictionLimitsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final SceneWorkloads TEN = new SceneWorkloads(10);
    private static final ObjectLimit TWO_IN_FIVE_MINUTES = new ObjectLimit(Duration.ofMinutes(5), replicas -> 2, 1);

    private final EvictionLimits limits = limits(TWO_IN_FIVE_MINUTES, ObjectLimit.OFF);
    private final PodFacts next = pod("d", "next", of("w"));

    private static EvictionLimits limits(ObjectLimit workload, ObjectLimit namespace) {
        return new EvictionLimits(
                new EvictionLimitConfig(workload, namespace, 10, 1, EvictionLimitConfig.DEFAULT_WINDOW), NOW);
    }

    private static PodFacts evictedByOthers(String name, Instant since) {
        return pod("d", name, with(of("w"), disrupted(since)));
    }

    @Test
    void aRefusalNamesObjectAndNumbers() {
        limits.evicted(pod("d", "a", of("w")), TEN, NOW);

        assertThat(limits.check(next, TEN, NOW.plusSeconds(100)))
                .contains(new LimitRefusal(
                        "ObjectLimiterWorkload",
                        "the workload of pod d/next has 2 evictions in 300 s, 1 at once; the next one in 50 s"));
    }

    @Test
    void evictionsByOthersTakeATokenOnce() {
        PodFacts drained = evictedByOthers("a", NOW);

        assertThat(limits.observe(drained, TEN, NOW)).isTrue();
        assertThat(limits.observe(drained, TEN, NOW.plusSeconds(1))).isFalse();

        assertThat(limits.check(next, TEN, NOW.plusSeconds(149))).isPresent();
        assertThat(limits.check(next, TEN, NOW.plusSeconds(151))).isEmpty();
        assertThat(limits.acquire(NOW)).isFalse();
    }

    @Test
    void ourOwnEvictionIsNotCountedTwice() {
        limits.evicted(pod("d", "a", of("w")), TEN, NOW);

        assertThat(limits.observe(evictedByOthers("a", NOW), TEN, NOW.plusSeconds(140)))
                .isFalse();
        assertThat(limits.foreignEvictions("n1", NOW)).isZero();
        assertThat(limits.check(next, TEN, NOW.plusSeconds(151))).isEmpty();
    }

    @Test
    void anEvictionThatIsSeenBeforeItsAnswerIsOurs() {
        limits.observe(evictedByOthers("a", NOW), TEN, NOW);
        limits.evicted(pod("d", "a", of("w")), TEN, NOW.plusSeconds(140));

        assertThat(limits.foreignEvictions("n1", NOW.plusSeconds(140))).isZero();
        assertThat(limits.check(next, TEN, NOW.plusSeconds(151))).isEmpty();
    }

    @Test
    void evictionsByOthersCountForTheirNodeInTheWindow() {
        for (String name : new String[] {"a", "b"}) {
            limits.observe(pod("d", name, with(on("hot"), disrupted(NOW))), TEN, NOW);
        }

        assertThat(limits.foreignEvictions("hot", NOW.plusSeconds(300))).isEqualTo(2);
        assertThat(limits.foreignEvictions("hot", NOW.plusSeconds(301))).isZero();
        assertThat(limits.foreignEvictions("n1", NOW)).isZero();
    }

    @Test
    void anOldConditionIsNoNewEviction() {
        assertThat(limits.observe(evictedByOthers("a", NOW.minusSeconds(301)), TEN, NOW))
                .isFalse();
        assertThat(limits.observe(evictedByOthers("b", NOW.minusSeconds(299)), TEN, NOW))
                .isTrue();
    }

    @Test
    void aConditionOfTheFutureCountsOnce() {
        PodFacts odd = evictedByOthers("a", NOW.plusSeconds(1_000_000));

        assertThat(limits.observe(odd, TEN, NOW)).isTrue();
        assertThat(limits.observe(odd, TEN, NOW.plusSeconds(1_000))).isFalse();
    }

    @Test
    void eachTypeIsTracked() {
        EvictionLimits both = limits(new ObjectLimit(Duration.ofMinutes(5), replicas -> 0, 1), TWO_IN_FIVE_MINUTES);
        both.evicted(pod("d", "a", of("w")), TEN, NOW);

        assertThat(both.check(next, TEN, NOW).map(LimitRefusal::check)).contains("ObjectLimiterNamespace");
        assertThat(both.check(pod("e", "x", of("w")), TEN, NOW)).isEmpty();
    }

    @Test
    void aBucketIsForgottenAWhileAfterTheLastEviction() {
        EvictionLimits bursts = limits(new ObjectLimit(Duration.ofSeconds(10), replicas -> 1, 3), ObjectLimit.OFF);
        for (String name : new String[] {"a", "b", "c"}) {
            bursts.evicted(pod("d", name, of("w")), TEN, NOW);
        }
        bursts.evicted(pod("d", "e", of("w")), TEN, NOW.plusSeconds(16));

        assertThat(bursts.check(next, TEN, NOW.plusSeconds(16))).isEmpty();
    }

    @Test
    void aClockThatGoesBackKeepsNoOneForLonger() {
        limits.evicted(pod("d", "a", of("w")), TEN, NOW.plusSeconds(1_000_000));

        assertThat(limits.check(next, TEN, NOW)).isPresent();
        assertThat(limits.check(next, TEN, NOW.plusSeconds(151))).isEmpty();
    }

    @Test
    void theProcessHasTokensOfItsOwnRate() {
        assertThat(limits.acquire(NOW)).isTrue();
        assertThat(limits.acquire(NOW)).isFalse();
        assertThat(limits.untilToken(NOW)).isEqualTo(Duration.ofMillis(100));
        assertThat(limits.acquire(NOW.plusMillis(100))).isTrue();
    }

    @Test
    void memoryIsBounded() {
        EvictionLimits wide = limits(new ObjectLimit(Duration.ofHours(5), replicas -> 2, 1), ObjectLimit.OFF);
        PodFacts one = evictedByOthers("a", NOW);
        for (int i = 0; i < 60_000; i++) {
            String id = "p" + i;
            wide.observe(renamed(one, id), new SceneWorkloads(10, id), NOW);
        }

        assertThat(wide.remembered()).isLessThanOrEqualTo(90_000);
    }

    private static PodFacts renamed(PodFacts pod, String uid) {
        return new PodFacts(
                new PodRef("d", uid, uid),
                pod.nodeName(),
                pod.created(),
                pod.labels(),
                pod.owners(),
                pod.rank(),
                pod.state(),
                pod.guards(),
                pod.fit());
    }
}
