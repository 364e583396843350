package io.koordbridge.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObservedLeaseTest {

    private static final ZonedDateTime TIME = ZonedDateTime.of(2026, 3, 1, 10, 0, 0, 0, ZoneOffset.UTC);
    private static final Duration OTHERWISE = Duration.ofSeconds(15);

    private static Lease lease(@Nullable String holder, @Nullable ZonedDateTime renewed) {
        return new LeaseBuilder()
                .withNewSpec()
                .withHolderIdentity(holder)
                .withRenewTime(renewed)
                .endSpec()
                .build();
    }

    @Test
    void aRenewalIsAsOldAsOurLookAtIt() {
        ObservedLease first = ObservedLease.none(0).seen(lease("a", TIME.minusHours(5)), 10);

        assertThat(first.isHeld()).isTrue();
        assertThat(first.age(30)).isEqualTo(Duration.ofNanos(20));
        assertThat(first.seen(lease("a", TIME.minusHours(5)), 40).age(50)).isEqualTo(Duration.ofNanos(40));
    }

    @Test
    void aNewTimeOrHolderIsARenewal() {
        ObservedLease first = ObservedLease.none(0).seen(lease("a", TIME), 10);

        assertThat(first.seen(lease("a", TIME.plusSeconds(1)), 40).sinceNanos()).isEqualTo(40);
        assertThat(first.seen(lease("b", TIME), 40).sinceNanos()).isEqualTo(40);
        assertThat(first.seen(null, 40).sinceNanos()).isEqualTo(40);
    }

    @Test
    void withoutAHolderOrALeaseItIsNotHeldAndAges() {
        ObservedLease none = ObservedLease.none(0);

        assertThat(none.seen(null, 40)).isEqualTo(none);
        assertThat(none.seen(new Lease(), 40).isHeld()).isFalse();
        assertThat(none.seen(lease(null, null), 40).age(50)).isEqualTo(Duration.ofNanos(50));
    }

    @Test
    void lastsAsLongAsItSays() {
        Lease said = new LeaseBuilder(lease("a", TIME)).build();
        said.getSpec().setLeaseDurationSeconds(20);

        assertThat(ObservedLease.none(0).seen(said, 0).lasts(OTHERWISE)).isEqualTo(Duration.ofSeconds(20));
        assertThat(ObservedLease.none(0).lasts(OTHERWISE)).isEqualTo(OTHERWISE);
    }
}
