package io.koordbridge.descheduler.act.evict;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.descheduler.act.PodEvictor.Order;
import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.descheduler.act.PodEvictor.Result;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EvictionNoticesTest {

    private final EmbeddedApiServer server = new EmbeddedApiServer();
    private final MetricRegistry metrics = new MetricRegistry();
    private final EventRecorder events =
            new EventRecorder(server.newClient(), "koord-descheduler", new ManualClock(Instant.EPOCH), metrics);
    private final EvictionNotices notices = new EvictionNotices(events, metrics, Set.of("LowNodeLoad"));

    @AfterEach
    void end() {
        events.close();
        server.close();
    }

    private void tried(String trigger, Outcome outcome) {
        Order order = new Order(
                PodReader.of(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("shop")
                        .withName("web")
                        .withUid("u")
                        .endMetadata()
                        .build()),
                "job-1",
                "",
                null,
                trigger,
                "hot");
        notices.tried(order, EvictionPolicy.EVICTION, outcome, EvictionReason.of(outcome));
    }

    @Test
    void theLabelsOfTheCounterStayBoundedWhateverAJobSays() {
        tried("LowNodeLoad", new Outcome(Result.GONE, "gone"));
        tried("", new Outcome(Result.REFUSED, "429 too many requests"));
        tried("a", new Outcome(Result.TOO_MANY, "x"));
        tried("b", new Outcome(Result.TOO_MANY, "y"));

        assertThat(metrics.getCounters().keySet())
                .containsExactlyInAnyOrder(
                        "koord_descheduler_evictions_total{result=gone,reason=gone,strategy=LowNodeLoad}",
                        "koord_descheduler_evictions_total{result=refused,reason=busy,strategy=manual}",
                        "koord_descheduler_evictions_total{result=too_many,reason=no_token,strategy=other}");
    }
}
