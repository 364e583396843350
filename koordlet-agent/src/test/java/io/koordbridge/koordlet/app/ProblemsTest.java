package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.event.EventRecorder;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProblemsTest {

    private final FakeCluster cluster = new FakeCluster();
    private final MetricRegistry metrics = new MetricRegistry();
    private final KubernetesClient client =
            KubeClients.connect(new KubeConnection(null, cluster.url(), Duration.ofSeconds(5), 4), "problems-test");
    private final EventRecorder events = new EventRecorder(client, "koordlet", Clock.systemUTC(), metrics);

    @AfterEach
    void end() {
        events.close();
        client.close();
        cluster.close();
    }

    @Test
    void whatIsBadBeforeTheNodeWasReadHasItsEventToo() {
        Problems problems = new Problems(Clock.systemUTC(), metrics, events, FakeCluster.NODE, Optional::empty);

        problems.accept("GET /v2/node: status = 500: want 200");

        await().until(() -> !told().isEmpty());
        assertThat(told()).singleElement().satisfies(event -> {
            assertThat(event.getMessage()).isEqualTo("GET /v2/node: status = 500: want 200");
            assertThat(event.getInvolvedObject().getName()).isEqualTo(FakeCluster.NODE);
            assertThat(event.getInvolvedObject().getUid()).isEqualTo(FakeCluster.NODE);
        });
    }

    private List<Event> told() {
        return cluster.client().v1().events().inAnyNamespace().list().getItems();
    }
}
