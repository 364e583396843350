package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.bind.BindingApi;
import io.koordbridge.scheduler.bind.BindingApiException;
import io.koordbridge.scheduler.bind.KubernetesBindingApi;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterReflectors;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WithoutApiServerTest {

    private static final Config NOBODY_LISTENS = new ConfigBuilder(Config.empty())
            .withMasterUrl("http://127.0.0.1:1")
            .build();

    private final KubernetesClient client =
            new KubernetesClientBuilder().withConfig(NOBODY_LISTENS).build();
    private final MetricRegistry metrics = new MetricRegistry();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void healthNamesTheKindsThatAreWaitedFor() {
        EventRecorder events = new EventRecorder(client, "koord-scheduler", Clock.systemUTC(), metrics);
        try (events;
                ClusterReflectors feeds = new ClusterReflectors(
                        new ListWatchSource(client, metrics), new ClusterLedger(), events, List.of())) {
            assertThat(new LoadedHealth(feeds).execute().getMessage())
                    .isEqualTo("not read yet, until then requests are refused: nodes, noderesourcetopologies, pods");
            assertThat(feeds.unwatched()).containsExactly("nodes", "pods");
        }
    }

    @Test
    void aBindSaysWhyTheApiServerDoesNotAnswer() {
        BindingApi api = new KubernetesBindingApi(client, Duration.ofSeconds(2), metrics);

        BindingApi.Answer answer = api.bind(Samples.batchPodFacts("p", 1_000, "1Gi"), "n", Map.of());

        assertThat(answer.verdict()).isEqualTo(BindingApi.Verdict.UNKNOWN);
        assertThat(answer.message()).containsIgnoringCase("refused");
        assertThatThrownBy(() -> api.read("jobs", "p"))
                .isInstanceOf(BindingApiException.class)
                .hasMessageStartingWith("reading pod jobs/p: ")
                .hasMessageContaining("refused");
    }
}
