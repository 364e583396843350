package io.koordbridge.manager.quota.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.event.EventRecorder;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaSumWatcherTest {

    private static final ElasticQuota TEAM = Quotas.parent("team", "koordinator-root-quota", 10);

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(List.of()), false);
    private final MetricRegistry metrics = new MetricRegistry();
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private KubernetesClient client;
    private EventRecorder events;
    private QuotaTopology topology = Quotas.topology(TEAM, Quotas.leaf("a", "team", 6));
    private QuotaSumWatcher watch;

    @BeforeEach
    void start() {
        server.init();
        Config config = Config.empty();
        config.setMasterUrl("http://127.0.0.1:" + server.getPort());
        client = new KubernetesClientBuilder().withConfig(config).build();
        events = new EventRecorder(client, "test", Clock.systemUTC(), metrics);
        watch = new QuotaSumWatcher(() -> topology, name -> List.of(TEAM), events, metrics, leads::get);
    }

    @AfterEach
    void stop() {
        events.close();
        client.close();
        server.destroy();
    }

    @Test
    void reportsOnceAnExceededSumAndOnceThatItFits() {
        watch.look();
        assertThat(exceeded()).isZero();

        exceed();
        watch.look();
        watch.look();
        await().untilAsserted(() -> assertThat(events("QuotaSumExceeded"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage())
                        .isEqualTo("minimums of the children of quota team sum up to cpu=11, its spec.min is cpu=10")));
        assertThat(exceeded()).isEqualTo(1);

        topology = Quotas.topology(TEAM, Quotas.leaf("a", "team", 6));
        watch.look();
        assertThat(exceeded()).isZero();
        await().untilAsserted(() -> assertThat(events("QuotaSumFits")).hasSize(1));
        assertThat(events("QuotaSumExceeded")).hasSize(1);
    }

    @Test
    void speaksOnlyWhileThisReplicaLeads() {
        leads.set(false);
        exceed();
        watch.look();
        assertThat(exceeded()).isEqualTo(1);

        leads.set(true);
        watch.look();
        await().untilAsserted(() -> assertThat(events("QuotaSumExceeded")).hasSize(1));
    }

    @Test
    void saysNothingWhereAQuotaIsFreeOfTheSums() {
        ElasticQuota forced = Quotas.leaf("b", "team", 50);
        forced.getMetadata().getLabels().putAll(Map.of("quota.scheduling.koordinator.sh/allow-force-update", "true"));
        topology = Quotas.topology(TEAM, Quotas.leaf("a", "team", 6), forced);

        assertThat(TopologyRules.exceededSums(topology)).isEmpty();
    }

    private void exceed() {
        QuotaGates gates = new QuotaGates(false, false);
        ElasticQuota one = Quotas.leaf("a", "team", 6);
        ElasticQuota other = Quotas.leaf("b", "team", 5);
        QuotaTopology before = Quotas.topology(TEAM);
        assertThat(QuotaRules.decide(before, Quotas.create(one), gates, false).refusal())
                .isNull();
        assertThat(QuotaRules.decide(before, Quotas.create(other), gates, false).refusal())
                .isNull();
        topology = Quotas.topology(TEAM, one, other);
    }

    private int exceeded() {
        Gauge<?> gauge = metrics.getGauges().get("koord_manager_quota_sums_exceeded");
        return (Integer) gauge.getValue();
    }

    private List<Event> events(String reason) {
        return client.v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .toList();
    }
}
