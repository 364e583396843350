package io.koordbridge.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.kube.EmptyCluster;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventRecorderTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final MetricRegistry metrics = new MetricRegistry();
    private final ManualClock clock = new ManualClock(NOON);
    private final EmptyCluster cluster = EmptyCluster.start("event-recorder-test");
    private final EventRecorder recorder = new EventRecorder(cluster.client(), "test", clock, metrics);
    private final Node node =
            new NodeBuilder().withNewMetadata().withName("n").endMetadata().build();

    private long news;

    @AfterEach
    void stop() {
        Awaitility.await()
                .until(() -> metrics.getCounters().values().stream()
                                .mapToLong(Counter::getCount)
                                .sum()
                        == news);
        recorder.close();
        cluster.close();
    }

    private boolean recordedAt(Duration afterNoon) {
        clock.advance(Duration.between(clock.instant(), NOON.plus(afterNoon)));
        boolean isNews = recorder.record(node, EventType.WARNING, "Reason", "message");
        news += isNews ? 1 : 0;
        return isNews;
    }

    @Test
    void anEqualEventIsNewsAgainAfterTenMinutes() {
        assertThat(recordedAt(Duration.ZERO)).isTrue();
        assertThat(recordedAt(Duration.ofMinutes(10).minusMillis(1))).isFalse();
        assertThat(recordedAt(Duration.ofMinutes(10))).isTrue();
    }

    @Test
    void anEqualEventIsNewsAfterTheClockWasSetBackAndThenMergedAsEver() {
        assertThat(recordedAt(Duration.ZERO)).isTrue();
        assertThat(recordedAt(Duration.ofHours(-3))).isTrue();
        assertThat(recordedAt(Duration.ofHours(-3).plusMinutes(1))).isFalse();
        assertThat(recordedAt(Duration.ofHours(-3).plusMinutes(10))).isTrue();
    }

    @Test
    void anotherReplicaRecordsTheSameEventOnce() {
        MetricRegistry others = new MetricRegistry();
        try (EventRecorder other = new EventRecorder(cluster.client(), "test", clock, others)) {
            recordedAt(Duration.ZERO);
            Awaitility.await().until(() -> written(metrics, "written") == 1);
            clock.advance(Duration.ofMinutes(1));
            other.record(node, EventType.WARNING, "Reason", "message");
            clock.advance(Duration.ofMinutes(10));
            other.record(node, EventType.WARNING, "Reason", "message");
            Awaitility.await().until(() -> written(others, "known") == 1 && written(others, "written") == 1);
        }

        assertThat(cluster.client().v1().events().inNamespace("default").list().getItems())
                .hasSize(2);
    }

    private static long written(MetricRegistry metrics, String status) {
        return metrics.counter(MetricNames.of("koord_events_total", "component", "test", "status", status))
                .getCount();
    }
}
