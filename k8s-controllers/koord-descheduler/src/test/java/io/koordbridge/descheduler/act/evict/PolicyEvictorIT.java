package io.koordbridge.descheduler.act.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.annotation.SoftEviction;
import io.koordbridge.descheduler.act.PodEvictor.Order;
import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.descheduler.act.PodEvictor.Result;
import io.koordbridge.descheduler.act.RealCluster;
import io.koordbridge.descheduler.decide.args.EvictionPolicy;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PolicyEvictorIT {

    private static final JsonNode AT_ONCE =
            JsonNodeFactory.instance.objectNode().put("gracePeriodSeconds", 0);

    private final KubernetesClient client = RealCluster.client();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final MetricRegistry metrics = new MetricRegistry();
    private final EventRecorder events = new EventRecorder(client, "koord-descheduler", clock, metrics);
    private String namespace = "";
    private boolean leads = true;
    private int tokens = 10;
    private String kept = "";
    private final PolicyEvictor evictor = new PolicyEvictor(
            new PolicyEvictor.Calls(new PodEvictions(client), new SoftEvictions(client, metrics, call -> leads, clock)),
            new PolicyEvictor.Defaults(EvictionPolicy.EVICTION, null),
            new PolicyEvictor.Guards((pod, policy) -> kept, call -> leads, now -> tokens-- > 0),
            new EvictionNotices(events, metrics, Set.of("LowNodeLoad")),
            clock);

    @BeforeEach
    void begin() {
        namespace = RealCluster.namespace();
    }

    @AfterEach
    void end() {
        events.close();
    }

    private Outcome evict(Pod pod, String jobPolicy, @Nullable JsonNode options) {
        return evictor.evict(
                new Order(PodReader.of(pod), "job-1", jobPolicy, options, "LowNodeLoad", "node-1 is overutilized"));
    }

    private long counted(String labels) {
        return metrics.counter("koord_descheduler_evictions_total{" + labels + ",strategy=LowNodeLoad}")
                .getCount();
    }

    /** Without a controller manager no disruption is allowed under a budget. */
    private void keepAll() {
        client.resource(new PodDisruptionBudgetBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName("keep")
                        .endMetadata()
                        .withNewSpec()
                        .withNewSelector()
                        .addToMatchLabels("app", "web")
                        .endSelector()
                        .withNewMaxUnavailable(0)
                        .endSpec()
                        .build())
                .create();
    }

    @Test
    void aBudgetRefusesAnEvictionAndThePodStays() {
        keepAll();
        Pod pod = RealCluster.runningPod(namespace, "web", Map.of("app", "web"));

        Outcome outcome = evict(pod, "", null);

        assertThat(outcome.result()).isEqualTo(Result.REFUSED);
        assertThat(outcome.problem()).contains("disruption budget");
        assertThat(RealCluster.now(pod).getMetadata().getDeletionTimestamp()).isNull();
        assertThat(counted("result=refused,reason=disruption_budget")).isOne();
    }

    @Test
    void aDeletionPassesABudget() {
        keepAll();
        Pod pod = RealCluster.runningPod(namespace, "web", Map.of("app", "web"));

        assertThat(evict(pod, "Delete", AT_ONCE)).isEqualTo(Outcome.EVICTED);

        assertThat(RealCluster.now(pod)).isNull();
    }

    @Test
    void anEvictionPassesTheOptionsOnAndIsReported() {
        Pod pod = RealCluster.runningPod(namespace, "web", Map.of());

        assertThat(evict(pod, "", AT_ONCE)).isEqualTo(Outcome.EVICTED);

        assertThat(RealCluster.now(pod)).as("without a grace period").isNull();
        assertThat(counted("result=evicted,reason=done")).isOne();
        await().untilAsserted(() -> assertThat(
                        client.v1().events().inAnyNamespace().list().getItems())
                .filteredOn(event -> "Descheduled".equals(event.getReason()))
                .filteredOn(event -> event.getMessage().contains("node-1 is overutilized"))
                .extracting(event -> event.getInvolvedObject().getKind())
                .contains("Pod", "Node"));
        assertThat(evict(pod, "", null).result()).isEqualTo(Result.GONE);
    }

    @Test
    void aPodMadeAnewUnderTheNameStays() {
        Pod old = RealCluster.runningPod(namespace, "web", Map.of());
        client.resource(old).withGracePeriod(0).delete();
        Pod fresh = RealCluster.runningPod(namespace, "web", Map.of());

        for (String policy : Set.of("Eviction", "Delete", "SoftEviction")) {
            assertThat(evict(old, policy, AT_ONCE).result()).as(policy).isEqualTo(Result.GONE);
        }

        assertThat(RealCluster.now(fresh).getMetadata().getDeletionTimestamp()).isNull();
        assertThat(RealCluster.now(fresh).getMetadata().getAnnotations()).isNullOrEmpty();
    }

    @Test
    void theLabelOfThePodWinsAndAsksAnotherComponent() {
        Pod pod = RealCluster.runningPod(namespace, "nm", Map.of("koordinator.sh/evict-policy", "SoftEviction"));

        assertThat(evict(pod, "Delete", AT_ONCE)).isEqualTo(Outcome.EVICTED);

        assertThat(SoftEvictionsIT.asked(pod))
                .isEqualTo(new SoftEviction(
                        "2026-01-01T00:00:00Z", AT_ONCE, "LowNodeLoad", "node-1 is overutilized", "job-1"));
    }

    @Test
    void nothingIsSentWithoutLeaseTokenOrConsent() {
        Pod pod = RealCluster.runningPod(namespace, "web", Map.of());

        kept = "it is not drained";
        assertThat(evict(pod, "", null)).isEqualTo(new Outcome(Result.REFUSED, "it is not drained"));
        kept = "";
        leads = false;
        assertThat(evict(pod, "", null).result()).isEqualTo(Result.FAILED);
        leads = true;
        assertThat(tokens).as("tokens are for calls").isEqualTo(10);
        tokens = 0;
        assertThat(evict(pod, "", null).result()).isEqualTo(Result.TOO_MANY);
        tokens = 10;
        assertThat(evict(pod, "", JsonNodeFactory.instance.textNode("now")).problem())
                .isEqualTo("invalid deleteOptions of PodMigrationJob job-1: '\"now\"'; allowed: an object");

        assertThat(RealCluster.now(pod).getMetadata().getDeletionTimestamp()).isNull();
        assertThat(counted("result=too_many,reason=no_token")).isOne();
        assertThat(counted("result=failed,reason=no_lease")).isOne();
        assertThat(counted("result=failed,reason=bad_input")).isOne();
        assertThat(counted("result=refused,reason=last_check")).isOne();
    }
}
