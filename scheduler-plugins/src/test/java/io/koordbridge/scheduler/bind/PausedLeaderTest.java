package io.koordbridge.scheduler.bind;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.leadership.LeaderArgs;
import io.koordbridge.scheduler.leadership.SchedulerLease;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two replicas with a ledger each, before one slow API server. The first leads and is paused before it binds; the second leads from the
 * moment at which the lease of the first is over, and sees all that was written until then.
 */
class PausedLeaderTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration LEASE = Duration.ofSeconds(15);

    private final FakeBindingApi server = new FakeBindingApi();
    private final PodFacts ofFirst = pod("of-first");
    private final PodFacts ofSecond = pod("of-second");
    private final Replica first = new Replica("first");
    private final Replica second = new Replica("second");

    private Duration now = Duration.ZERO;
    private Duration callTakes = Duration.ZERO;
    private Lease lease = heldBy("first_1");
    private Optional<BindResult> secondsResult = Optional.empty();

    private static PodFacts pod(String name) {
        return Samples.batchPodFacts(name, 1_000, "1Gi");
    }

    private Lease heldBy(String holder) {
        return new LeaseBuilder()
                .withNewSpec()
                .withHolderIdentity(holder)
                .withLeaseDurationSeconds((int) LEASE.toSeconds())
                .withRenewTime(Instant.EPOCH.atZone(ZoneOffset.UTC))
                .endSpec()
                .build();
    }

    private final class Replica implements BindingApi {
        private final ClusterLedger ledger = new ClusterLedger();
        private final SchedulerLease fence;
        private final Binder binder;

        Replica(String host) {
            MetricRegistry metrics = new MetricRegistry();
            fence = new SchedulerLease(
                    new LeaderArgs(true, "ns", "lease", host), host, () -> lease, () -> now.toNanos(), metrics);
            binder = new Binder(
                    ledger,
                    Samples.capabilities(),
                    new FencedBindingApi(this, TIMEOUT, fence::refusal),
                    new Decisions(),
                    BindConfig.DEFAULT,
                    Samples.steady(new ManualClock(Instant.EPOCH)),
                    metrics);
            ledger.nodeSeen(Samples.nodeFacts("n1", 1_000, "8Gi"));
        }

        @Override
        public Answer bind(PodFacts pod, String node, Map<String, String> annotations) {
            // The request is on its way; the others go on.
            passes(callTakes);
            return server.bind(pod, node, annotations);
        }

        @Override
        public Optional<PodFacts> read(String namespace, String name) {
            return server.read(namespace, name);
        }

        private BindResult bind(PodFacts pod) {
            return binder.bind(new BindRequest(pod.namespace(), pod.name(), pod.uid(), "n1"), Map.of());
        }
    }

    private void passes(Duration time) {
        boolean wasOver = isOver();
        now = now.plus(time);
        if (isOver() && !wasOver) {
            callTakes = Duration.ZERO;
            lease = heldBy("second_1");
            if (server.nodeOf(ofFirst) != null) {
                second.ledger.podSeen(FakeBindingApi.onNode(ofFirst, server.nodeOf(ofFirst)));
            }
            secondsResult = Optional.of(second.bind(ofSecond));
        }
    }

    private boolean isOver() {
        return now.compareTo(LEASE) >= 0;
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT2S, BOUND",
        "PT13S, PT1.999S, BOUND",
        "PT13.1S, PT1.999S, REFUSED",
        "PT14.9S, PT0S, REFUSED",
        "PT15S, PT2S, REFUSED",
        "PT1H, PT0S, REFUSED"
    })
    void aPausedLeaderGivesNoRoomThatTheNextOneGives(Duration pause, Duration call, BindCode code) {
        for (PodFacts pod : new PodFacts[] {ofFirst, ofSecond}) {
            server.put(pod);
            first.ledger.podSeen(pod);
            second.ledger.podSeen(pod);
        }
        assertThat(first.fence.refusal(TIMEOUT)).isEmpty();
        callTakes = call;

        passes(pause);
        BindResult result = first.bind(ofFirst);
        passes(LEASE);

        assertThat(result.code()).as(result.message()).isEqualTo(code);
        assertThat(secondsResult).isPresent();
        assertThat(server.nodeOf(ofFirst) == null)
                .as("one of both has the node: %s and %s", result, secondsResult)
                .isNotEqualTo(server.nodeOf(ofSecond) == null);
        long taken = first.ledger.view().node("n1").orElseThrow().requested().get(ResourceNames.BATCH_CPU);
        assertThat(taken).isEqualTo(code == BindCode.BOUND ? 1_000 : 0);
    }

    @Test
    void theSecondOneDoesNotBindBeforeItLeads() {
        server.put(ofSecond);
        second.ledger.podSeen(ofSecond);

        assertThat(second.bind(ofSecond))
                .isEqualTo(
                        new BindResult(
                                BindCode.REFUSED,
                                "not sent: the kube-scheduler beside second does not hold the lease ns/lease, last held by first_1"));
    }
}
