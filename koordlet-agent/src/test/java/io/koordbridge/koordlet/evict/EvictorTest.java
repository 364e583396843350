package io.koordbridge.koordlet.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EvictorTest {

    private static final long EACH = 10;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock(START);
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Ending.Result> answers = new LinkedHashMap<>();
    private final List<String> rounds = new CopyOnWriteArrayList<>();
    private final Evictor.Witness witness = new Evictor.Witness() {
        @Override
        public void attempted(Victim victim, EvictionTask task, Ending.Outcome outcome) {
            answers.put(victim.id(), outcome.result());
        }

        @Override
        public void evicted(Pool pool, List<Victim> victims) {
            rounds.add(pool + " " + victims.size());
        }
    };
    private final Evictor evictor = new Evictor(
            Map.of(Victim.Kind.POD, this::end, Victim.Kind.YARN_CONTAINER, this::end),
            witness,
            Map.of(Pool.MEMORY, Duration.ofSeconds(4), Pool.CPU, Duration.ofSeconds(20)),
            EvictionMemory.atStart(START),
            clock,
            metrics);

    @AfterEach
    void end() {
        evictor.close();
    }

    private Ending.Outcome end(Victim victim, Pool pool, String reason) {
        calls.add(victim.id());
        if (victim.id().startsWith("slow")) {
            clock.advance(Duration.ofSeconds(6));
        }
        Ending.Result result = victim.id().startsWith("guarded")
                ? Ending.Result.REFUSED
                : victim.id().startsWith("gone") ? Ending.Result.GONE : Ending.Result.EVICTED;
        return new Ending.Outcome(result, "");
    }

    private EvictionOrder order(Pool pool, long target, String... ids) {
        return order(
                pool,
                target,
                Arrays.stream(ids).map(id -> Victim.pod(id, "default", id)).toList());
    }

    private EvictionOrder order(Pool pool, long target, List<Victim> victims) {
        Map<String, Map<String, Long>> releases = victims.stream()
                .map(Victim::id)
                .collect(Collectors.toMap(id -> id, id -> Map.of(ResourceNames.MEMORY, EACH)));
        EvictionTask task = new EvictionTask(
                Gate.BE_MEMORY_EVICT,
                EvictionTask.Counted.USED,
                Map.of(ResourceNames.MEMORY, target),
                victims,
                releases);
        return new EvictionOrder(pool, clock.instant(), List.of(task), Set.of());
    }

    @Test
    void endsOneAfterTheOtherUntilEnoughIsFreed() {
        evictor.carryOut(order(Pool.MEMORY, 2 * EACH, "a", "b", "c"));

        assertThat(calls).containsExactly("a", "b");
        assertThat(rounds).containsExactly("MEMORY 2");
    }

    @Test
    void whatADisruptionBudgetKeepsIsPassedOver() {
        evictor.carryOut(order(Pool.MEMORY, EACH, "guarded", "b", "c"));

        assertThat(calls).containsExactly("guarded", "b");
        assertThat(answers).containsEntry("guarded", Ending.Result.REFUSED);
        String refused = MetricNames.of(
                "koord_koordlet_evictions_total", "feature", "BEMemoryEvict", "kind", "pod", "result", "refused");
        assertThat(metrics.counter(refused).getCount()).isEqualTo(1);
    }

    @Test
    void whatIsGoneAlreadyCountsAsFreedAndStartsNoCoolDown() {
        evictor.carryOut(order(Pool.MEMORY, EACH, "gone", "b"));
        assertThat(calls).containsExactly("gone");

        evictor.carryOut(order(Pool.MEMORY, EACH, "b"));
        assertThat(calls).containsExactly("gone", "b");
    }

    @Test
    void eachPoolCoolsDownByItselfAndCpuDoesSoAfterTheStart() {
        evictor.carryOut(order(Pool.CPU, EACH, "c"));
        assertThat(calls).as("right after the start").isEmpty();
        evictor.carryOut(order(Pool.MEMORY, EACH, "m1"));
        clock.advance(Duration.ofMillis(3999));
        evictor.carryOut(order(Pool.MEMORY, EACH, "m2"));
        assertThat(calls).containsExactly("m1");

        clock.advance(Duration.ofMillis(1));
        evictor.carryOut(order(Pool.MEMORY, EACH, "m2"));
        clock.advance(Duration.ofSeconds(16));
        evictor.carryOut(order(Pool.CPU, EACH, "c"));

        assertThat(calls).containsExactly("m1", "m2", "c");
    }

    @Test
    void whoWasEvictedAShortTimeAgoCountsAsFreedInsteadOfBeingAskedAgain() {
        evictor.carryOut(order(Pool.MEMORY, EACH, "a"));
        clock.advance(Duration.ofSeconds(5));
        evictor.carryOut(order(Pool.MEMORY, 2 * EACH, "a", "b", "c"));
        assertThat(calls).containsExactly("a", "b");

        clock.advance(Duration.ofMinutes(2));
        evictor.carryOut(order(Pool.MEMORY, EACH, "a"));
        assertThat(calls).containsExactly("a", "b", "a");
    }

    @Test
    void nobodyIsEndedForADecisionThatIsOldByThen() {
        evictor.carryOut(order(Pool.MEMORY, 3 * EACH, "slow", "b", "c"));

        assertThat(calls).containsExactly("slow");
        assertThat(answers).containsEntry("b", Ending.Result.LATE);
    }

    @Test
    void whoStaysIsAskedAgainAfterAWhileThatDoubles() {
        for (int second = 0; second < 65; second++) {
            evictor.carryOut(order(Pool.MEMORY, EACH, "guarded-1", "guarded-2", "guarded-3"));
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(calls)
                .as("after 0, 10 and 30 s, for each")
                .hasSize(9)
                .contains("guarded-1", "guarded-2", "guarded-3");

        clock.advance(Duration.ofMinutes(10));
        evictor.carryOut(order(Pool.MEMORY, EACH, "guarded-1"));
        clock.advance(Duration.ofSeconds(10));
        evictor.carryOut(order(Pool.MEMORY, EACH, "guarded-1"));
        assertThat(calls).as("forgotten after a while").hasSize(11);
    }

    @Test
    void aCallForAPodThatHangsHoldsUpNoContainer() {
        CountDownLatch goOn = new CountDownLatch(1);
        List<String> tried = new CopyOnWriteArrayList<>();
        Ending hanging = (victim, pool, reason) -> {
            tried.add(victim.id());
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Ending.Outcome(Ending.Result.EVICTED, "");
        };
        try (Evictor halfDeaf = evictor(Map.of(Victim.Kind.POD, hanging, Victim.Kind.YARN_CONTAINER, this::end))) {
            List<Victim> victims = List.of(
                    Victim.pod("p1", "default", "p1"), Victim.pod("p2", "default", "p2"), Victim.container("c"));

            halfDeaf.accept(order(Pool.MEMORY, EACH, victims));

            await().untilAsserted(() -> assertThat(calls).containsExactly("c"));
            assertThat(tried).as("one call at a time").containsExactly("p1");
            await().untilAsserted(() -> assertThat(rounds).containsExactly("MEMORY 1"));
            goOn.countDown();
            await().untilAsserted(
                            () -> assertThat(rounds).as("the late answer").containsExactly("MEMORY 1", "MEMORY 1"));
            assertThat(halfDeaf.memory().recent(clock.instant())).containsExactlyInAnyOrder("c", "p1");
        }
    }

    private Evictor evictor(Map<Victim.Kind, Ending> endings) {
        return new Evictor(endings, witness, Map.of(), EvictionMemory.atStart(START), clock, new MetricRegistry());
    }

    @Test
    void anOrderReturnsAtOnceAndOfThoseThatWaitTheNewestIsCarriedOut() throws InterruptedException {
        CountDownLatch inCall = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Ending blocking = (victim, pool, reason) -> {
            inCall.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Ending.Outcome(Ending.Result.REFUSED, victim.id());
        };
        List<String> tried = new CopyOnWriteArrayList<>();
        Evictor.Witness seen = new Evictor.Witness() {
            @Override
            public void attempted(Victim victim, EvictionTask task, Ending.Outcome outcome) {
                tried.add(victim.id());
            }

            @Override
            public void evicted(Pool pool, List<Victim> victims) {
                throw new IllegalStateException("no eviction succeeds here");
            }
        };
        try (Evictor slow = new Evictor(
                Map.of(Victim.Kind.POD, blocking),
                Map.of(Victim.Kind.POD, Duration.ofMinutes(1)),
                seen,
                Map.of(),
                EvictionMemory.atStart(START),
                clock,
                new MetricRegistry())) {
            slow.accept(order(Pool.MEMORY, EACH, "first"));
            inCall.await();
            slow.accept(order(Pool.MEMORY, EACH, "second"));
            slow.accept(order(Pool.MEMORY, EACH, "third"));
            goOn.countDown();

            await().untilAsserted(() -> assertThat(tried).containsExactly("first", "third"));
        }
    }
}
