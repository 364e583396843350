package io.koordbridge.scheduler.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.scheduler.Samples;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BindQueueTest {

    private static final BindConfig TWO_AT_ONCE =
            new BindConfig(1, Duration.ofSeconds(3), Duration.ofSeconds(30), 2, Duration.ofSeconds(20));

    private final ClusterLedger ledger = new ClusterLedger();
    private final SlowApi api = new SlowApi();
    private final MetricRegistry metrics = new MetricRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final List<BindResult> results = new CopyOnWriteArrayList<>();
    private final BindQueue binds = new BindQueue(
            new Binder(
                    ledger,
                    Samples.capabilities(),
                    api,
                    new Decisions(),
                    TWO_AT_ONCE,
                    Samples.steady(new ManualClock(Instant.parse("2026-01-01T00:00:00Z"))),
                    metrics),
            BindBarrier.OPEN,
            TWO_AT_ONCE,
            nanos::get,
            metrics);

    /** Answers when it is let. */
    private static final class SlowApi implements BindingApi {
        private final CountDownLatch let = new CountDownLatch(1);
        private final AtomicInteger underWay = new AtomicInteger();
        private final AtomicInteger mostUnderWay = new AtomicInteger();
        private final AtomicInteger writes = new AtomicInteger();

        @Override
        public Answer bind(PodFacts pod, String node, Map<String, String> annotations) {
            mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            try {
                let.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            underWay.decrementAndGet();
            writes.incrementAndGet();
            return new Answer(Verdict.DONE, "");
        }

        @Override
        public Optional<PodFacts> read(String namespace, String name) {
            return Optional.empty();
        }
    }

    @BeforeEach
    void oneNode() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 100_000, "100Gi"));
    }

    @AfterEach
    void close() {
        api.let.countDown();
        binds.close();
    }

    @Test
    void bindsBeyondTheLimitWaitForTheirTurn() {
        ask(20);
        await().until(() -> api.underWay.get() == 2);
        assertThat(results).isEmpty();

        api.let.countDown();

        await().until(() -> results.size() == 20);
        assertThat(results).allMatch(result -> result.code() == BindCode.BOUND);
        assertThat(api.mostUnderWay.get()).isEqualTo(2);
    }

    @Test
    void whatWaitedTooLongIsRefusedWithoutAWrite() {
        ask(5);
        await().until(() -> api.underWay.get() == 2);
        nanos.addAndGet(Duration.ofSeconds(21).toNanos());

        api.let.countDown();

        await().until(() -> results.size() == 5);
        assertThat(results)
                .filteredOn(result -> result.code() == BindCode.OVERLOADED)
                .hasSize(3)
                .allMatch(result -> result.message().contains("waited longer than 20s"));
        assertThat(api.writes.get()).isEqualTo(2);
        assertThat(ledger.assumptions()).hasSize(2);
    }

    private void ask(int count) {
        for (int i = 0; i < count; i++) {
            PodFacts pod = Samples.batchPodFacts("p" + i, 500, "1Gi");
            ledger.podSeen(pod);
            binds.bind(new BindRequest(pod.namespace(), pod.name(), pod.uid(), "n1"), results::add);
        }
    }
}
