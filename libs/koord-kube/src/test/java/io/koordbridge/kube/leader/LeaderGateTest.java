package io.koordbridge.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.kube.EmptyCluster;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaderGateTest {

    private static final LeaderConfig SETTINGS = new LeaderConfig(
            true, "default", "lease-0", "a", Duration.ofSeconds(60), Duration.ofSeconds(40), Duration.ofMillis(50));

    private final MetricRegistry metrics = new MetricRegistry();
    private final EmptyCluster cluster = EmptyCluster.start("leader-gate-test");
    private final KubernetesClient client = cluster.client();

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void aLeaseThatWasMadeEmptyIsTaken() {
        client.resource(lease(new LeaseSpec())).create();

        try (LeaderGate gate = new LeaderGate(client, SETTINGS, metrics)) {
            gate.start(() -> {}, () -> {});

            await().until(gate::isLeader);
            assertThat(spec().getHolderIdentity()).isEqualTo("a");
            assertThat(spec().getRenewTime()).isNotNull();
        }
    }

    @Test
    void aLeaderWhoseLeaseLosesItsTimesWritesThemAgain() {
        try (LeaderGate gate = new LeaderGate(client, SETTINGS, metrics)) {
            gate.start(() -> {}, () -> {});
            await().until(gate::isLeader);

            lease().patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"spec\": {\"renewTime\": null, \"acquireTime\": null, \"leaseDurationSeconds\": null}}");

            await().untilAsserted(() -> assertThat(spec().getRenewTime()).isNotNull());
            assertThat(spec().getAcquireTime()).isNotNull();
            assertThat(spec().getLeaseDurationSeconds()).isEqualTo(60);
            assertThat(gate.isLeader()).isTrue();
            assertThat(gate.validFor(Duration.ZERO)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"manager-5d9f_17_3fe2, manager-5d9f", "manager-5d9f, manager-5d9f"})
    void theLeaderIsKnownByItsPod(String identity, String pod) {
        LeaseSpec spec = new LeaseSpec();
        spec.setHolderIdentity(identity);
        client.resource(lease(spec)).create();

        try (LeaderGate gate = new LeaderGate(client, SETTINGS, metrics)) {
            assertThat(gate.holderPod()).isEmpty();
            gate.start(() -> {}, () -> {});

            await().untilAsserted(() -> assertThat(gate.holder()).isEqualTo(identity));
            assertThat(gate.holderPod()).isEqualTo(pod);
        }
    }

    @Test
    void aReplicaThatCannotActGivesTheLeaseUpAndStandsAgain() {
        AtomicInteger starts = new AtomicInteger();
        AtomicInteger stops = new AtomicInteger();
        try (LeaderGate gate = new LeaderGate(client, SETTINGS, metrics)) {
            gate.start(
                    () -> {
                        if (starts.incrementAndGet() == 1) {
                            throw new IllegalStateException("cannot begin");
                        }
                    },
                    stops::incrementAndGet);

            await().until(() -> starts.get() == 2 && gate.isLeader());
            assertThat(stops).hasValue(1);
            assertThat(spec().getLeaseTransitions()).isEqualTo(1);
            assertThat(callbackFailures("start")).isEqualTo(1);
            assertThat(callbackFailures("stop")).isZero();
        }
    }

    @Test
    void aReplicaThatDoesNotStopCleanlyStandsAgain() {
        AtomicInteger starts = new AtomicInteger();
        try (LeaderGate gate = new LeaderGate(client, SETTINGS, metrics)) {
            gate.start(starts::incrementAndGet, () -> {
                throw new IllegalStateException("cannot end");
            });
            await().until(gate::isLeader);

            lease().patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"spec\": {\"holderIdentity\": \"b\", \"leaseDurationSeconds\": 1, \"renewTime\": \"2026-03-01T10:00:00.000000Z\"}}");

            await().until(() -> starts.get() == 2 && gate.isLeader());
            assertThat(callbackFailures("stop")).isEqualTo(1);
        }
    }

    private long callbackFailures(String callback) {
        return metrics.counter(MetricNames.of(
                        "koord_leader_callback_failures_total", "lease", "lease-0", "callback", callback))
                .getCount();
    }

    @Test
    void aReplicaThatStopsLeavesTheLeaseToWhoeverStandsNext() {
        try (LeaderGate gate = new LeaderGate(client, SETTINGS, metrics)) {
            gate.start(() -> {}, () -> {});
            await().until(gate::isLeader);
        }
        assertThat(spec().getHolderIdentity()).isEmpty();

        LeaderConfig other = new LeaderConfig(
                true,
                "default",
                "lease-0",
                "b",
                SETTINGS.leaseDuration(),
                SETTINGS.renewDeadline(),
                SETTINGS.retryPeriod());
        try (LeaderGate gate = new LeaderGate(client, other, new MetricRegistry())) {
            gate.start(() -> {}, () -> {});
            await().until(gate::isLeader);
            assertThat(spec().getLeaseTransitions()).isEqualTo(1);
        }
    }

    private static Lease lease(LeaseSpec spec) {
        return new LeaseBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("lease-0")
                .endMetadata()
                .withSpec(spec)
                .build();
    }

    private Resource<Lease> lease() {
        return client.leases().inNamespace("default").withName("lease-0");
    }

    private LeaseSpec spec() {
        return lease().get().getSpec();
    }
}
