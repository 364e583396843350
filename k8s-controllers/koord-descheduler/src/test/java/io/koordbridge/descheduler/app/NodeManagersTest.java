package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.nodemanager.DrainMarks;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeManagersTest {

    private static final Duration DRAIN = Duration.ofMinutes(10);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T10:00:00Z"));
    private final DrainMarks marks = new DrainMarks();

    private NodeManagers rule(String ttl) {
        ProcessSettings settings = Configurations.settings("{defaultJobTTL: %s}".formatted(ttl), "{}");
        return new NodeManagers(marks, DRAIN, settings.migration().jobs(), clock);
    }

    private static PodFacts nodeManager(String mark) {
        return ScenePods.pod(
                "yarn",
                "nm",
                pod -> pod.editMetadata()
                        .addToLabels(Labels.COMPONENT, Labels.COMPONENT_NODE_MANAGER)
                        .addToAnnotations(Annotations.DESCHEDULER_EVICT, "true")
                        .addToAnnotations(Annotations.POD_YARN_DRAINED, mark)
                        .endMetadata());
    }

    private static PodMigrationJob job(String ttl, String policy) {
        PodMigrationJob job = new PodMigrationJob();
        job.setMetadata(new ObjectMetaBuilder()
                .withName("job")
                .withLabels(Map.of(Labels.EVICT_POLICY, policy))
                .build());
        job.setSpec(new PodMigrationJobSpec(null, ttl, null, null, null, null));
        return job;
    }

    @Test
    void theAnnotationThatOpensOtherFiltersDoesNotOpenThisOne() {
        NodeManagers rule = rule("30m");
        PodFacts pod = nodeManager("t1");

        for (EvictionPolicy policy : new EvictionPolicy[] {EvictionPolicy.EVICTION, EvictionPolicy.DELETE}) {
            assertThat(rule.request(pod, policy).check()).isEqualTo("NodeManager");
            assertThat(rule.arbitration(pod, policy).allowed()).isFalse();
            assertThat(rule.lastCheck(pod, policy.wireName())).contains("yarn/nm is a NodeManager");
        }
    }

    @Test
    void aDrainedOneGoesForTenSecondsAfterEachRenewal() {
        NodeManagers rule = rule("30m");
        marks.observe(nodeManager("t1"), clock.instant());
        assertThat(rule.lastCheck(nodeManager("t1"), "Eviction")).isNotEmpty();

        marks.observe(nodeManager("t2"), clock.instant());
        assertThat(rule.request(nodeManager("t2"), EvictionPolicy.EVICTION).allowed())
                .isTrue();
        assertThat(rule.lastCheck(nodeManager("t2"), "Eviction")).isEmpty();

        clock.advance(Duration.ofSeconds(11));
        assertThat(rule.lastCheck(nodeManager("t2"), "Eviction")).isNotEmpty();
    }

    @Test
    void aSoftEvictionNeedsAJobThatLivesLongerThanTheDrain() {
        PodFacts pod = nodeManager("");

        assertThat(rule("30m").request(pod, EvictionPolicy.SOFT_EVICTION).allowed())
                .isTrue();
        assertThat(rule("5m").request(pod, EvictionPolicy.SOFT_EVICTION).message())
                .contains("invalid ttl: '300 s'; allowed: more than the drain deadline of 600 s");
    }

    @Test
    void aWaitingJobIsForbiddenByItsOwnTtl() {
        NodeManagers rule = rule("30m");
        Optional<PodFacts> pod = Optional.of(nodeManager(""));

        assertThat(rule.forbids(job("10m", "SoftEviction"), pod)).contains("invalid ttl: '600 s'");
        assertThat(rule.forbids(job("11m", "SoftEviction"), pod)).isEmpty();
        assertThat(rule.forbids(job("0s", "SoftEviction"), pod)).as("no end").isEmpty();
        assertThat(rule.forbids(job("1m", "Eviction"), pod))
                .as("the filter refuses it")
                .isEmpty();
        assertThat(rule.forbids(job("1m", "SoftEviction"), Optional.empty())).isEmpty();
    }

    @Test
    void otherPodsAreNotItsMatter() {
        PodFacts web = ScenePods.pod("shop", "web", pod -> pod);

        assertThat(rule("5m").request(web, EvictionPolicy.SOFT_EVICTION).allowed())
                .isTrue();
        assertThat(rule("5m").lastCheck(web, "Eviction")).isEmpty();
        assertThat(rule("5m").forbids(job("1m", "SoftEviction"), Optional.of(web)))
                .isEmpty();
    }
}
