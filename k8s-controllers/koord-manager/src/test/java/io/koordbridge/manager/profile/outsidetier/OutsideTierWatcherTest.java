package io.koordbridge.manager.profile.outsidetier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.clusterview.Leadership;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutsideTierWatcherTest {

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
    private final MetricRegistry metrics = new MetricRegistry();
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private KubernetesClient client;
    private EventRecorder events;
    private OutsideTierWatcher watch;

    /** As the flag says. */
    private final class Leading implements Leadership {

        @Override
        public boolean acts() {
            return leads.get();
        }

        @Override
        public boolean mayWrite() {
            return true;
        }
    }

    @BeforeEach
    void start() {
        server.init();
        Config config = Config.empty();
        config.setMasterUrl("http://127.0.0.1:" + server.getPort());
        client = new KubernetesClientBuilder().withConfig(config).build();
        events = new EventRecorder(client, "test", Clock.systemUTC(), metrics);
        watch = new OutsideTierWatcher(events, metrics, new Leading());
    }

    @AfterEach
    void stop() {
        watch.close();
        events.close();
        client.close();
        server.destroy();
    }

    private static Pod pod(String kubeQos) {
        return Serialization.unmarshal("""
                ---
                {metadata: {namespace: jobs, name: p, uid: u, labels: {koordinator.sh/qosClass: BE}},
                 spec: {containers: [{name: main, resources: {requests: {cpu: 1}}}]}, status: {qosClass: %s}}
                """.formatted(kubeQos), Pod.class);
    }

    private List<Event> events() {
        return client.v1().events().inNamespace("jobs").list().getItems();
    }

    private Object gauge(String qos) {
        return metrics.getGauges()
                .get(MetricNames.of("koord_manager_best_effort_pods_outside_tier", "qos", qos))
                .getValue();
    }

    @Test
    void aPodGetsOneEventAndCountsWhileItIsThere() {
        watch.podSeen(pod("Burstable"));
        watch.report();
        watch.podSeen(pod("Burstable"));
        watch.report();

        await().untilAsserted(() -> assertThat(events()).singleElement().satisfies(event -> {
            assertThat(event.getReason()).isEqualTo("BestEffortPodOutsideTier");
            assertThat(event.getMessage()).contains("container main");
        }));
        assertThat(metrics.counter("koord_manager_best_effort_pods_outside_tier_reported_total")
                        .getCount())
                .isEqualTo(1);
        assertThat(gauge("burstable")).isEqualTo(1);
        assertThat(watch.now()).isEqualTo(new OutsideTier(1, List.of("jobs/p")));

        watch.podSeen(pod("BestEffort"));
        assertThat(gauge("burstable")).isEqualTo(0);
    }

    @Test
    void aReplicaThatDoesNotLeadReportsWhenItDoes() {
        leads.set(false);
        watch.podSeen(pod("Guaranteed"));
        watch.report();
        assertThat(gauge("guaranteed")).isEqualTo(0);
        assertThat(watch.now().pods()).isEqualTo(1);

        leads.set(true);
        watch.report();
        assertThat(gauge("guaranteed")).isEqualTo(1);
        await().untilAsserted(() -> assertThat(events()).hasSize(1));
    }

    @Test
    void forgetsPodsThatAreGone() {
        watch.podSeen(pod("Burstable"));
        watch.podGone("jobs", "p");
        watch.podSeen(pod("Burstable"));
        watch.podsListing();

        assertThat(watch.now().pods()).isZero();
    }
}
