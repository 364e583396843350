package io.koordbridge.scheduler.bind;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.bind.FakeBindingApi.Fault;
import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.Hold;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BinderTest {

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final ClusterLedger ledger = new ClusterLedger();
    private final FakeBindingApi api = new FakeBindingApi();
    private final Decisions decisions = new Decisions();
    private final MetricRegistry metrics = new MetricRegistry();
    private final Binder binder = new Binder(
            ledger, Samples.capabilities(), api, decisions, BindConfig.DEFAULT, Samples.steady(clock), metrics);
    private final PlacementSweep sweep =
            new PlacementSweep(ledger, api, BindConfig.DEFAULT.confirmWithin(), clock, metrics);
    private final PodFacts pod = Samples.batchPodFacts("p", 3_000, "1Gi");

    @BeforeEach
    void oneNodeAndOnePod() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        ledger.nodeSeen(Samples.nodeFacts("n2", 4_000, "8Gi"));
        create(pod);
    }

    @Test
    void bindsWithTheMissingAnnotationsAndCountsThePodAtOnce() {
        assertThat(bind(pod, "n1").code()).isEqualTo(BindCode.BOUND);

        assertThat(api.nodeOf(pod)).isEqualTo("n1");
        assertThat(api.annotationsOf(pod)).containsKey(Annotations.POD_EXTENDED_RESOURCE_SPEC);
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void refusesAPodThatNoLongerFits() {
        bind(pod, "n1");
        PodFacts second = create(Samples.batchPodFacts("second", 1_001, "1Gi"));

        BindResult result = bind(second, "n1");

        assertThat(result.code()).isEqualTo(BindCode.CONFLICT);
        assertThat(result.message()).contains("n1", "Insufficient kubernetes.io/batch-cpu");
        assertThat(api.nodeOf(second)).isNull();
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void refusesANodeThatAnotherSchedulerFilledWithPlainPods() {
        PodFacts plain = create(PodFactsReader.read(Samples.pod("plain", Map.of("cpu", "10"))));
        ledger.podSeen(Samples.boundFacts(Samples.pod("foreign", Map.of("cpu", "7")), "n1"));

        BindResult result = bind(plain, "n1");

        assertThat(result)
                .isEqualTo(new BindResult(BindCode.CONFLICT, "node n1 changed since filter: Insufficient cpu"));
        assertThat(api.writes()).isZero();
        assertThat(bind(plain, "n2").code()).isEqualTo(BindCode.BOUND);
    }

    @Test
    void theBindingSaysWhatTheCallerAddsToIt() {
        binder.bind(new BindRequest(pod.namespace(), pod.name(), pod.uid(), "n1"), Map.of("group", "g"));

        assertThat(api.annotationsOf(pod)).containsEntry("group", "g");
    }

    @Test
    void succeedsAgainForTheSameNodeWithoutWritingTwice() {
        bind(pod, "n1");

        assertThat(bind(pod, "n1").code().bound()).isTrue();
        assertThat(api.writes()).isEqualTo(1);

        ledger.podSeen(FakeBindingApi.onNode(pod, "n1"));
        assertThat(bind(pod, "n1").code()).isEqualTo(BindCode.ALREADY_BOUND);
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void saysWhereThePodIsWhenItIsBoundElsewhere() {
        bind(pod, "n1");

        BindResult result = bind(pod, "n2");

        assertThat(result.code()).isEqualTo(BindCode.REFUSED);
        assertThat(requested("n2")).isZero();
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void rollsBackWhatTheApiServerRefuses() {
        api.nextFaults(Fault.FORBIDDEN);

        BindResult result = bind(pod, "n1");

        assertThat(result).isEqualTo(new BindResult(BindCode.REFUSED, "forbidden"));
        assertThat(requested("n1")).isZero();
        assertThat(ledger.assumptions()).isEmpty();
    }

    @Test
    void triesOnceMoreWhenTheApiServerIsBusy() {
        api.nextFaults(Fault.BUSY);
        assertThat(bind(pod, "n1").code()).isEqualTo(BindCode.BOUND);

        PodFacts second = create(Samples.batchPodFacts("second", 1_000, "1Gi"));
        api.nextFaults(Fault.BUSY, Fault.BUSY);
        assertThat(bind(second, "n1").code()).isEqualTo(BindCode.REFUSED);
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void findsOutThatALostAnswerWasASuccess() {
        api.nextFaults(Fault.LOST_ANSWER, Fault.LOST_REQUEST);

        assertThat(bind(pod, "n1").code()).isEqualTo(BindCode.BOUND);
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void keepsThePlaceWhileTheOutcomeIsUnknown() {
        api.nextFaults(Fault.LOST_REQUEST, Fault.LOST_REQUEST);

        assertThat(bind(pod, "n1").code()).isEqualTo(BindCode.UNKNOWN);
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void aRefusedSecondTryDoesNotMakeALostFirstOneUndone() {
        api.nextFaults(Fault.LOST_REQUEST, Fault.FORBIDDEN);

        assertThat(bind(pod, "n1").code()).isEqualTo(BindCode.UNKNOWN);
        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void settingTheMachinesClockNeitherEndsNorProlongsAHold() {
        AtomicLong nanos = new AtomicLong();
        SteadyClock steady = new SteadyClock(clock, nanos::get);
        PlacementSweep holds = new PlacementSweep(ledger, api, BindConfig.DEFAULT.confirmWithin(), steady, metrics);
        Hold gang = new Hold(Hold.Owner.GANG, "its gang");
        ledger.hold(pod, "n1", steady.instant().plusSeconds(60), gang, view -> Samples.placed(pod));

        clock.advance(Duration.ofDays(1));
        holds.round();
        assertThat(requested("n1")).isEqualTo(3_000);

        clock.advance(Duration.ofDays(-2));
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        holds.round();
        assertThat(requested("n1")).isZero();
    }

    @Test
    void aPodIsScheduledAtTheTimeOfDay() {
        Binder late = new Binder(
                ledger,
                Samples.capabilities(),
                api,
                decisions,
                BindConfig.DEFAULT,
                new SteadyClock(clock, () -> 0),
                metrics);
        clock.advance(Duration.ofDays(1));

        late.bind(new BindRequest(pod.namespace(), pod.name(), pod.uid(), "n1"), Map.of());

        assertThat(ledger.assumptions())
                .extracting(assumption -> assumption.pod().times().scheduled())
                .containsExactly(clock.instant().toEpochMilli());
    }

    @Test
    void sweepsAwayAPlacementThatNeverHappened() {
        api.nextFaults(Fault.LOST_REQUEST, Fault.LOST_REQUEST);
        bind(pod, "n1");

        sweep.round();
        assertThat(requested("n1")).isEqualTo(3_000);

        clock.advance(Duration.ofSeconds(30));
        sweep.round();
        assertThat(requested("n1")).isZero();
    }

    @Test
    void sweepBelievesOnlyAnAnswer() {
        api.nextFaults(Fault.LOST_REQUEST, Fault.LOST_REQUEST);
        bind(pod, "n1");
        api.readsFail(true);
        clock.advance(Duration.ofSeconds(30));

        sweep.round();

        assertThat(requested("n1")).isEqualTo(3_000);
    }

    @Test
    void sweepConfirmsAPodWhoseEventNeverCame() {
        bind(pod, "n1");
        clock.advance(Duration.ofSeconds(30));

        sweep.round();

        assertThat(requested("n1")).isEqualTo(3_000);
        assertThat(ledger.assumptions()).isEmpty();
    }

    @Test
    void doesNotBindAReplacementOfThePod() {
        BindResult result = binder.bind(new BindRequest("jobs", "p", "uid-of-an-older-one", "n1"), Map.of());

        assertThat(result.code()).isEqualTo(BindCode.NO_SUCH_POD);
        assertThat(api.nodeOf(pod)).isNull();
    }

    @Test
    void readsAPodThatEventsHaveNotShownYet() {
        PodFacts fresh = Samples.batchPodFacts("fresh", 1_000, "1Gi");
        api.put(fresh);

        assertThat(bind(fresh, "n1").code()).isEqualTo(BindCode.BOUND);
    }

    @Test
    void forgetsThePlaceOfAPodThatWasDeletedMeanwhile() {
        api.remove(pod);

        assertThat(bind(pod, "n1").code()).isEqualTo(BindCode.REFUSED);
        assertThat(requested("n1")).isZero();
    }

    @Test
    void parallelBindsNeverExceedTheNode() throws Exception {
        List<PodFacts> pods = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            pods.add(create(Samples.batchPodFacts("burst-" + i, 1_000, "1Gi")));
        }
        ExecutorService threads = Executors.newFixedThreadPool(12);
        try {
            List<Future<BindResult>> results = new ArrayList<>();
            for (PodFacts one : pods) {
                results.add(threads.submit(() -> bind(one, "n2")));
            }
            int bound = 0;
            for (Future<BindResult> result : results) {
                bound += result.get().code() == BindCode.BOUND ? 1 : 0;
            }

            assertThat(bound).isEqualTo(4);
            assertThat(requested("n2")).isEqualTo(4_000);
        } finally {
            threads.shutdownNow();
        }
    }

    private PodFacts create(PodFacts created) {
        api.put(created);
        ledger.podSeen(created);
        return created;
    }

    private BindResult bind(PodFacts which, String node) {
        return binder.bind(new BindRequest(which.namespace(), which.name(), which.uid(), node), Map.of());
    }

    private long requested(String node) {
        return ledger.view().node(node).orElseThrow().requested().get(ResourceNames.BATCH_CPU);
    }
}
