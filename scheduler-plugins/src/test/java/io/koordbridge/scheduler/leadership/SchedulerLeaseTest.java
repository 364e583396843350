package io.koordbridge.scheduler.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchedulerLeaseTest {

    private static final Duration WRITE = Duration.ofSeconds(3);

    private @Nullable Lease stored;
    private int looks;
    private long readTakesSeconds;
    private boolean reachable = true;
    private long nanos;
    private final SchedulerLease lease = lease(LeaderArgs.DEFAULT);

    private SchedulerLease lease(LeaderArgs args) {
        return new SchedulerLease(
                args,
                "host-1",
                () -> {
                    looks++;
                    after(readTakesSeconds);
                    if (!reachable) {
                        throw new KubernetesClientException("no answer");
                    }
                    return stored;
                },
                () -> nanos,
                new MetricRegistry());
    }

    private static Lease heldBy(String identity, long renewedAt) {
        return new LeaseBuilder()
                .withNewSpec()
                .withHolderIdentity(identity)
                .withLeaseDurationSeconds(15)
                .withRenewTime(Instant.ofEpochSecond(renewedAt).atZone(ZoneOffset.UTC))
                .endSpec()
                .build();
    }

    private void after(long seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void aReplicaThatDoesNotKnowAllPodsYetDoesNotAct() {
        SchedulerLease alone = lease(new LeaderArgs(false, "", "", ""));
        for (SchedulerLease one : List.of(lease, alone)) {
            stored = heldBy("host-1_unique", 1);
            one.round();
            one.actsOnlyWhen(() -> false);
            assertThat(one.acts(WRITE)).isFalse();

            one.actsOnlyWhen(() -> true);
            assertThat(one.acts(WRITE)).isTrue();
        }
    }

    @Test
    void theReplicaBesideTheHolderActsAndNoOther() {
        assertThat(lease.acts(WRITE)).isFalse();

        stored = heldBy("host-1_unique", 1);
        lease.round();
        assertThat(lease.acts(WRITE)).isTrue();

        stored = heldBy("host-10_unique", 2);
        lease.round();
        assertThat(lease.acts(WRITE)).isFalse();

        stored = null;
        lease.round();
        assertThat(lease.acts(WRITE)).isFalse();
    }

    @Test
    void aLeaseThatIsNotRenewedEndsBeforeItsTimeByWhatAWriteTakes() {
        stored = heldBy("host-1_unique", 1);
        lease.round();

        after(12);
        lease.round();
        assertThat(lease.acts(WRITE)).isTrue();
        after(1);
        lease.round();
        assertThat(lease.acts(WRITE)).isFalse();

        stored = heldBy("host-1_unique", 14);
        lease.round();
        assertThat(lease.acts(WRITE)).isTrue();
    }

    @Test
    void aLeaseThatCannotBeReadEndsAsWell() {
        stored = heldBy("host-1_unique", 1);
        lease.round();
        reachable = false;
        after(10);
        lease.round();
        assertThat(lease.acts(WRITE)).isTrue();

        after(10);
        lease.round();
        assertThat(lease.acts(WRITE)).isFalse();
    }

    @Test
    void aRenewalCountsFromTheLookThatDidNotShowItYet() {
        stored = heldBy("host-1_unique", 1);
        lease.round();
        after(2);
        stored = heldBy("host-1_unique", 2);
        readTakesSeconds = 8;
        lease.round();

        assertThat(lease.acts(Duration.ofSeconds(5))).isTrue();
        assertThat(lease.acts(Duration.ofSeconds(6))).isFalse();
    }

    @Test
    void looksOnceMoreBeforeItSaysNo() {
        stored = heldBy("host-2_unique", 1);
        lease.round();
        stored = heldBy("host-1_unique", 2);
        assertThat(lease.acts(WRITE)).isFalse();
        assertThat(lease.refusal(WRITE)).contains("last held by host-2_unique");
        assertThat(looks).isEqualTo(1);

        after(1);

        assertThat(lease.refusal(WRITE)).isEmpty();
        assertThat(lease.refusal(WRITE)).isEmpty();
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void saysWhyItDoesNotAct() {
        assertThat(lease.refusal(WRITE))
                .isEqualTo(
                        "the kube-scheduler beside host-1 does not hold the lease koordinator-system/koord-scheduler,"
                                + " which has no holder");

        lease.actsOnlyWhen(() -> false);
        assertThat(lease.refusal(WRITE)).isEqualTo("nodes and pods are not loaded yet");
    }

    @Test
    void withoutElectionThisProcessActs() {
        SchedulerLease alone = lease(new LeaderArgs(false, "ns", "name", ""));

        assertThat(alone.acts(WRITE)).isTrue();
        assertThat(alone.refusal(WRITE)).isEmpty();
        assertThat(looks).isZero();
    }
}
