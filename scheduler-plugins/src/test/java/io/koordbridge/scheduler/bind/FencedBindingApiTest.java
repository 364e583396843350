package io.koordbridge.scheduler.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.bind.FakeBindingApi.Fault;
import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Two replicas with a ledger each before one API server, of which the first loses the lease. */
class FencedBindingApiTest {

    private static final BindConfig ONE_AT_ONCE =
            new BindConfig(2, Duration.ofSeconds(3), Duration.ofSeconds(30), 1, Duration.ofSeconds(20));
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final FakeBindingApi server = new FakeBindingApi();
    private final Replica first = new Replica();
    private final Replica second = new Replica();

    /** A replica whose requests can be kept on their way. */
    private final class Replica implements BindingApi {
        private final ClusterLedger ledger = new ClusterLedger();
        private final MetricRegistry metrics = new MetricRegistry();
        private final List<BindResult> results = new CopyOnWriteArrayList<>();
        private final AtomicInteger sent = new AtomicInteger();
        private final CountDownLatch let = new CountDownLatch(1);
        private volatile boolean leads = true;
        private volatile boolean losesTheLeaseWithTheNext;
        private final Binder binder = new Binder(
                ledger,
                Samples.capabilities(),
                new FencedBindingApi(this, TIMEOUT, this::refusal),
                new Decisions(),
                ONE_AT_ONCE,
                Samples.steady(new ManualClock(Instant.parse("2026-01-01T00:00:00Z"))),
                metrics);
        private final BindQueue queue = new BindQueue(binder, BindBarrier.OPEN, ONE_AT_ONCE, () -> 0, metrics);

        Replica() {
            ledger.nodeSeen(Samples.nodeFacts("n1", 1_000, "8Gi"));
            ledger.nodeSeen(Samples.nodeFacts("n2", 1_000, "8Gi"));
        }

        private String refusal(Duration atLeast) {
            return leads && atLeast.equals(TIMEOUT) ? "" : "another leads";
        }

        @Override
        public Answer bind(PodFacts pod, String node, Map<String, String> annotations) {
            sent.incrementAndGet();
            try {
                assertThat(let.await(1, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            leads &= !losesTheLeaseWithTheNext;
            return server.bind(pod, node, annotations);
        }

        @Override
        public Optional<PodFacts> read(String namespace, String name) {
            return server.read(namespace, name);
        }

        private void bind(PodFacts pod, String node) {
            queue.bind(request(pod, node), results::add);
        }

        private long taken(String node) {
            return ledger.view().node(node).orElseThrow().requested().get(ResourceNames.BATCH_CPU);
        }
    }

    private static BindRequest request(PodFacts pod, String node) {
        return new BindRequest(pod.namespace(), pod.name(), pod.uid(), node);
    }

    private PodFacts pod(String name) {
        PodFacts pod = Samples.batchPodFacts(name, 1_000, "1Gi");
        server.put(pod);
        first.ledger.podSeen(pod);
        second.ledger.podSeen(pod);
        return pod;
    }

    @Test
    void aBindThatWaitsForItsTurnIsNotSentWhenAnotherReplicaLeads() {
        PodFacts slow = pod("slow");
        PodFacts waits = pod("waits");
        PodFacts other = pod("other");
        first.bind(slow, "n2");
        first.bind(waits, "n1");
        await().until(() -> first.sent.get() == 1);

        first.leads = false;
        second.let.countDown();
        second.bind(other, "n1");
        await().until(() -> second.results.size() == 1);
        first.let.countDown();
        await().until(() -> first.results.size() == 2);

        assertThat(first.results.get(1)).isEqualTo(new BindResult(BindCode.REFUSED, "not sent: another leads"));
        assertThat(first.sent).hasValue(1);
        assertThat(first.taken("n1")).isZero();
        assertThat(server.nodeOf(other)).isEqualTo("n1");
        assertThat(server.nodeOf(waits)).isNull();
    }

    @Test
    void aSecondTryIsNotSentAndTheFirstMayHaveBeenWritten() {
        PodFacts pod = pod("p");
        first.let.countDown();
        first.losesTheLeaseWithTheNext = true;
        server.nextFaults(Fault.LOST_REQUEST);

        BindResult result = first.binder.bind(request(pod, "n1"), Map.of());

        assertThat(first.sent).hasValue(1);
        assertThat(result.code()).isEqualTo(BindCode.UNKNOWN);
        assertThat(first.taken("n1")).isEqualTo(1_000);
    }

    @Test
    void theReplicaThatLeadsBinds() {
        PodFacts pod = pod("p");
        first.let.countDown();

        assertThat(first.binder.bind(request(pod, "n1"), Map.of()).code()).isEqualTo(BindCode.BOUND);
        assertThat(server.nodeOf(pod)).isEqualTo("n1");
    }
}
