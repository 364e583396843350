package io.koordbridge.descheduler.act.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.act.RealCluster;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobCreatorIT implements RequestChecks {

    private final KubernetesClient client = RealCluster.client();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private final EventRecorder events = new EventRecorder(client, "koord-descheduler", clock, metrics);
    private boolean leads = true;
    private Verdict filter = Verdict.ALLOWED;
    private Verdict limit = Verdict.ALLOWED;
    private final JobCreator creator = creator("EvictDirectly");
    private final JobRequests requests = new JobRequests(this, creator);
    private Pod pod = new Pod();

    private JobCreator creator(String mode) {
        JobDefaults defaults = new JobDefaults(
                mode,
                "5m0s",
                JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 9),
                "koord-descheduler/process-1");
        return new JobCreator(client, events, metrics, defaults, call -> leads, clock);
    }

    @Override
    public Verdict filter(PodFacts facts) {
        return filter;
    }

    @Override
    public Verdict preEvictionFilter(PodFacts facts) {
        return Verdict.ALLOWED;
    }

    @Override
    public Verdict limit(PodFacts facts) {
        return limit;
    }

    @BeforeEach
    void begin() {
        pod = RealCluster.runningPod(RealCluster.namespace(), "web", Map.of());
    }

    @AfterEach
    void end() {
        events.close();
    }

    private Verdict evict() {
        return requests.evict(
                new EvictionRequest(PodReader.of(pod), "LowNodeLoad", "node-1 is overutilized", List.of()));
    }

    private List<PodMigrationJob> jobs() {
        return client.resources(PodMigrationJob.class).list().getItems().stream()
                .filter(job ->
                        pod.getMetadata().getUid().equals(job.getSpec().podRef().getUid()))
                .toList();
    }

    @Test
    void aRequestBecomesOneJobAndNoSecondOne() {
        assertThat(evict()).isEqualTo(Verdict.ALLOWED);

        PodMigrationJob job = jobs().get(0);
        assertThat(job.getMetadata().getName()).hasSize(36);
        assertThat(job.getMetadata().getAnnotations())
                .containsOnly(
                        Map.entry(Annotations.JOB_EVICT_REASON, "node-1 is overutilized"),
                        Map.entry(Annotations.JOB_EVICT_TRIGGER, "LowNodeLoad"),
                        Map.entry(Annotations.JOB_CREATED_BY, "koord-descheduler/process-1"));
        assertThat(job.getSpec().mode()).isEqualTo("EvictDirectly");
        assertThat(job.getSpec().ttl()).isEqualTo("5m0s");
        assertThat(job.getSpec().podRef().getNamespace())
                .isEqualTo(pod.getMetadata().getNamespace());
        assertThat(job.getSpec().podRef().getName()).isEqualTo("web");
        assertThat(String.valueOf(job.getSpec().deleteOptions())).isEqualTo("{\"gracePeriodSeconds\":9}");

        Verdict second = evict();
        assertThat(second.check()).isEqualTo("ExistingMigrationJob");
        assertThat(second.message()).contains(job.getMetadata().getName());
        assertThat(jobs()).hasSize(1);

        creator.made().shown(job);
        assertThat(requests.filter(PodReader.of(pod)))
                .as("now the cache knows it")
                .isEqualTo(Verdict.ALLOWED);
        await().untilAsserted(() -> assertThat(
                        client.v1().events().inAnyNamespace().list().getItems())
                .filteredOn(
                        event -> event.getMessage().contains(job.getMetadata().getName()))
                .filteredOn(event -> event.getMessage().contains("node-1 is overutilized"))
                .extracting(event -> event.getInvolvedObject().getKind())
                .contains("Pod", "Node"));
    }

    @Test
    void filterLimitAndLeaseKeepAPodAndNothingIsRemembered() {
        filter = Verdict.refused("PVC", "has a claim");
        assertThat(evict()).isEqualTo(filter);
        filter = Verdict.ALLOWED;
        limit = Verdict.refused("ObjectLimiter", "2 in 5 min");
        assertThat(evict()).isEqualTo(limit);
        limit = Verdict.ALLOWED;
        leads = false;
        assertThat(evict().check()).isEqualTo("JobCreation");
        assertThat(jobs()).isEmpty();

        leads = true;
        assertThat(evict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aRefusedCreationSaysWhyAndMayBeTriedAnew() {
        EvictionRequest long1 = new EvictionRequest(PodReader.of(pod), "LowNodeLoad", "r".repeat(300_000), List.of());
        assertThat(requests.evict(long1)).as("the reason is cut").isEqualTo(Verdict.ALLOWED);
        clock.advance(Duration.ofMinutes(2));

        EvictionRequest refused = new EvictionRequest(PodReader.of(pod), "p".repeat(300_000), "reason", List.of());
        Verdict verdict = requests.evict(refused);
        assertThat(verdict.check()).isEqualTo("JobCreation");
        assertThat(verdict.message()).startsWith("no PodMigrationJob: 4");
        assertThat(evict()).isEqualTo(Verdict.ALLOWED);
    }
}
