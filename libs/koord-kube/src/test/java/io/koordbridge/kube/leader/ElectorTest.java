package io.koordbridge.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.koordbridge.kube.EmptyCluster;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ElectorTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final ZonedDateTime THEIRS = NOW.minus(Duration.ofHours(3)).atZone(ZoneOffset.UTC);

    private final AtomicLong nanos = new AtomicLong();
    private final ManualClock wall = new ManualClock(NOW);
    private final Counter failures = new Counter();
    private final EmptyCluster cluster = EmptyCluster.start("elector-test");
    private final KubernetesClient client = cluster.client();
    private final Elector elector = elector(client);

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void takesALeaseThatIsNotThere() {
        assertThat(elector.ageNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(elector.attempt()).isTrue();

        assertThat(spec().getHolderIdentity()).isEqualTo("a");
        assertThat(spec().getLeaseDurationSeconds()).isEqualTo(15);
        assertThat(spec().getRenewTime()).isEqualTo(NOW.atZone(ZoneOffset.UTC));
        assertThat(spec().getLeaseTransitions()).isZero();
        assertThat(elector.holder()).isEqualTo("a");
        pass(Duration.ofSeconds(7));
        assertThat(elector.ageNanos()).isEqualTo(Duration.ofSeconds(7).toNanos());
    }

    @Test
    void renewsItsLeaseAndKeepsWhenItWasTaken() {
        elector.attempt();
        pass(Duration.ofSeconds(2));

        assertThat(elector.attempt()).isTrue();
        assertThat(elector.ageNanos()).isZero();
        assertThat(spec().getAcquireTime()).isEqualTo(NOW.atZone(ZoneOffset.UTC));
        assertThat(spec().getRenewTime()).isEqualTo(NOW.plusSeconds(2).atZone(ZoneOffset.UTC));
        assertThat(spec().getLeaseTransitions()).isZero();
    }

    @Test
    void countsARenewalOfAnotherFromWhenItWasSeen() {
        store("b", THEIRS);
        assertThat(elector.attempt()).isFalse();
        pass(Duration.ofSeconds(19));
        assertThat(elector.attempt()).isFalse();

        store("b", THEIRS.plusSeconds(2));
        pass(Duration.ofSeconds(2));
        assertThat(elector.attempt()).isFalse();
        pass(Duration.ofSeconds(20));
        assertThat(elector.attempt()).isFalse();

        pass(Duration.ofMillis(1));
        assertThat(elector.attempt()).isTrue();
        assertThat(spec().getLeaseTransitions()).isEqualTo(5);
    }

    @Test
    void countsAnotherHolderAsARenewal() {
        store("b", THEIRS);
        elector.attempt();
        pass(Duration.ofSeconds(19));
        store("c", THEIRS);

        elector.attempt();
        pass(Duration.ofSeconds(19));

        assertThat(elector.attempt()).isFalse();
        assertThat(elector.holder()).isEqualTo("c");
    }

    @Test
    void aClockThatIsSetTakesNoLease() {
        assertThat(elector.attempt()).isTrue();
        wall.advance(Duration.ofHours(1));
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(elector.attempt()).isTrue();

        Elector other = elector(client);
        store("b", THEIRS);
        other.attempt();
        wall.advance(Duration.ofHours(1));

        assertThat(other.attempt()).isFalse();
    }

    @Test
    void isOutAtOnceWhenTheLeaseNamesAnother() {
        elector.attempt();
        store("b", THEIRS);

        assertThat(elector.attempt()).isFalse();
        assertThat(elector.ageNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void isOutWhenItCouldNotRenewUntilTheDeadline() {
        elector.attempt();
        cluster.server().shutdown();
        pass(Duration.ofSeconds(9));
        assertThat(elector.attempt()).isTrue();
        pass(Duration.ofSeconds(2));

        assertThat(elector.attempt()).isFalse();
        assertThat(failures.getCount()).isEqualTo(2);
        elector.release();
        assertThat(failures.getCount()).isEqualTo(2);
    }

    @Test
    void takesALeaseWithoutAHolderAtOnce() {
        store(null, null);

        assertThat(elector.attempt()).isTrue();
        assertThat(spec().getLeaseTransitions()).isEqualTo(5);
    }

    @Test
    void releasesOnlyItsOwnLease() {
        elector.attempt();
        elector.release();
        assertThat(spec().getHolderIdentity()).isEmpty();
        assertThat(elector.ageNanos()).isEqualTo(Long.MAX_VALUE);

        elector.attempt();
        store("b", THEIRS);
        elector.release();
        assertThat(spec().getHolderIdentity()).isEqualTo("b");
    }

    private Elector elector(KubernetesClient to) {
        return new Elector(
                new LeaseStore(to, LeaderConfig.of(true, "default", "lease-0", "a"), state("read"), state("write")),
                LeaderConfig.of(true, "default", "lease-0", "a"),
                wall,
                nanos::get);
    }

    private LeaseFailureState state(String call) {
        return new LeaseFailureState(call, "lease-0", failures, nanos::get);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        wall.advance(time);
    }

    private void store(@Nullable String holder, @Nullable ZonedDateTime renewed) {
        lease().delete();
        client.resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("lease-0")
                        .endMetadata()
                        .withSpec(new LeaseSpecBuilder()
                                .withHolderIdentity(holder)
                                .withLeaseDurationSeconds(20)
                                .withAcquireTime(renewed)
                                .withRenewTime(renewed)
                                .withLeaseTransitions(4)
                                .build())
                        .build())
                .create();
    }

    private Resource<Lease> lease() {
        return client.leases().inNamespace("default").withName("lease-0");
    }

    private LeaseSpec spec() {
        return lease().get().getSpec();
    }
}
