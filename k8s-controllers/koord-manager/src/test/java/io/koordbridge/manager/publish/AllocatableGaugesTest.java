package io.koordbridge.manager.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AllocatableGaugesTest {

    private static final Instant NOON = Instant.parse("2026-07-01T12:00:00Z");
    private static final String CPU = "kubernetes.io/batch-cpu";
    private static final String MEMORY = "kubernetes.io/batch-memory";

    private final MetricRegistry metrics = new MetricRegistry();
    private final AllocatableGauges gauges = new AllocatableGauges(metrics);

    @Test
    void aNodeThatIsForgottenHasNoGaugeAndTheOthersKeepTheirs() {
        gauges.set("a", CPU, 1, NOON);
        gauges.set("a", MEMORY, 2, NOON);
        gauges.set("b", CPU, 3, NOON);

        gauges.forget("a");

        assertThat(metrics.getGauges().keySet()).singleElement().asString().contains("node=b,");
    }

    @Test
    void whatNobodySetsForFiveMinutesGoes() {
        gauges.set("a", CPU, 1, NOON);
        gauges.set("a", MEMORY, 2, NOON.plusSeconds(60));

        gauges.sweep(NOON.plus(Duration.ofMinutes(5)).plusMillis(1));

        assertThat(metrics.getGauges().keySet()).singleElement().asString().contains("byte");
    }

    /** Each round a gauge is old enough to go while it is set again: what was set last shows in any order. */
    @Test
    void aGaugeThatIsSetWhileItIsSweptShowsWhatWasSet() throws Exception {
        ExecutorService sweeper = Executors.newSingleThreadExecutor();
        try {
            for (int round = 1; round <= 5_000; round++) {
                Instant now = NOON.plus(Duration.ofMinutes(10L * round));
                CountDownLatch ready = new CountDownLatch(1);
                Future<?> swept = sweeper.submit(() -> {
                    ready.countDown();
                    gauges.sweep(now);
                });
                ready.await();
                gauges.set("a", CPU, round, now);
                swept.get(30, TimeUnit.SECONDS);

                assertThat(metrics.getGauges().values())
                        .singleElement()
                        .satisfies(gauge -> assertThat(gauge.getValue()).isEqualTo(gaugeOf(now)));
            }
        } finally {
            sweeper.shutdownNow();
        }
    }

    private static double gaugeOf(Instant now) {
        return Duration.between(NOON, now).toMinutes() / 10.0;
    }

    @Test
    void forgettingANodeCostsTheSameInALargeCluster() {
        long small = cpuOfForgetting(1_000, 2_000);
        long large = cpuOfForgetting(1_000, 40_000);

        assertThat(large).isLessThan(small * 6 + 20_000_000);
    }

    /** CPU time of this thread in nanoseconds. */
    private long cpuOfForgetting(int forgotten, int nodes) {
        for (int i = 0; i < nodes; i++) {
            gauges.set("n" + i, CPU, i, NOON);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < forgotten; i++) {
            gauges.forget("n" + i);
        }
        return threads.getCurrentThreadCpuTime() - before;
    }
}
