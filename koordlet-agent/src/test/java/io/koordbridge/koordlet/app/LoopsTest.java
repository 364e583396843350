package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.testkit.log.CapturedLog;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LoopsTest {

    private final AtomicInteger rounds = new AtomicInteger();
    private volatile boolean broken = true;

    private void round() {
        rounds.incrementAndGet();
        if (broken) {
            throw new AssertionError("broken");
        }
    }

    @Test
    void aRoundThatGoesOnFailingIsToldOnceAndOnceMoreWhenItEnds() {
        try (CapturedLog log = CapturedLog.of(Loops.class);
                Loops loops = new Loops(new MetricRegistry())) {
            loops.every("test", Duration.ofMillis(5), this::round);
            await().until(() -> rounds.get() > 10);
            assertThat(log.lines().stream().map(CapturedLog.Line::text).toList())
                    .containsExactly("rounds fail, tried on loop=test");

            broken = false;
            await().untilAsserted(() -> assertThat(
                            log.lines().stream().map(CapturedLog.Line::text).toList())
                    .contains("rounds succeed again loop=test"));
            assertThat(log.lines().stream().map(CapturedLog.Line::text).toList())
                    .hasSize(2);
        }
    }
}
