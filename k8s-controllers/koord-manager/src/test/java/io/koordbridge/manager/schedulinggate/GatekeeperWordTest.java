package io.koordbridge.manager.schedulinggate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GatekeeperWordTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final ManualClock clock = new ManualClock(NOON);
    private @Nullable Lease lease;
    private boolean reachable = true;
    private long nanos = 5;
    private final GatekeeperWord word = new GatekeeperWord(this::read, () -> nanos, clock);

    private @Nullable Lease read() {
        if (!reachable) {
            throw new KubernetesClientException("no answer");
        }
        return lease;
    }

    private void said(String text) {
        lease = new LeaseBuilder()
                .withNewMetadata()
                .addToAnnotations(Annotations.LEASE_GATEKEEPER_WORKS_AT, text)
                .endMetadata()
                .build();
        word.round();
    }

    private void pass(int seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void withoutALeaseOrAWordOnItNoneWorks() {
        word.round();
        assertThat(word.isFresh()).isFalse();

        lease = new LeaseBuilder().withNewMetadata().endMetadata().build();
        word.round();
        assertThat(word.isFresh()).isFalse();
    }

    @Test
    void aWordCountsForAMinuteAndLongerOnlyWhenItIsRenewed() {
        said("2026-03-01T11:59:50Z");
        assertThat(word.isFresh()).isTrue();
        pass(50);
        assertThat(word.isFresh()).isTrue();
        pass(1);
        word.round();
        assertThat(word.isFresh()).isFalse();

        said("2026-03-01T12:00:50Z");
        pass(60);
        assertThat(word.isFresh()).isTrue();
        pass(1);
        assertThat(word.isFresh()).isFalse();
    }

    @Test
    void anOldWordAtTheFirstLookIsNoneUntilItChanges() {
        said("2026-03-01T11:00:00Z");
        assertThat(word.isFresh()).isFalse();

        said("2026-03-01T11:00:20Z");
        assertThat(word.isFresh()).isTrue();
    }

    @Test
    void aWordThatIsTakenAwayOrNoTimeIsNone() {
        said("yes");
        assertThat(word.isFresh()).isFalse();

        said("2026-03-01T12:00:00Z");
        assertThat(word.isFresh()).isTrue();
        lease = null;
        word.round();
        assertThat(word.isFresh()).isFalse();
    }

    @Test
    void whileTheLeaseCannotBeReadTheWordAges() {
        said("2026-03-01T12:00:00Z");
        reachable = false;
        pass(60);
        word.round();
        assertThat(word.isFresh()).isTrue();

        pass(1);
        word.round();
        assertThat(word.isFresh()).isFalse();
    }
}
