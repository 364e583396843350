package io.koordbridge.manager.schedulinggate;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.koordbridge.protocol.Annotations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeftGatesTest {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration LONGER = LIMIT.plusSeconds(1);

    private final List<LeftGates.Gated> pods =
            new ArrayList<>(List.of(new LeftGates.Gated("jobs", "p1", "u1"), new LeftGates.Gated("jobs", "p2", "u2")));
    private @Nullable Lease lease = saidAt(0);
    private boolean acts = true;
    private boolean reachable = true;
    private long nanos;
    private final GatekeeperWord word = new GatekeeperWord(
            () -> lease, () -> nanos, Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC));
    private final LeftGates gates = new LeftGates(
            new LeftGates.Api() {
                @Override
                public List<LeftGates.Gated> gated() {
                    return List.copyOf(pods);
                }

                @Override
                public boolean remove(LeftGates.Gated pod) {
                    return reachable && pods.remove(pod);
                }
            },
            word,
            LIMIT,
            () -> acts,
            new MetricRegistry());

    /** The holder renews the lease all the time. */
    private static Lease saidAt(int minute) {
        return new LeaseBuilder()
                .withNewMetadata()
                .addToAnnotations(Annotations.LEASE_GATEKEEPER_WORKS_AT, "2026-03-01T12:%02d:00Z".formatted(minute))
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("host_1")
                .endSpec()
                .build();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        gates.round();
    }

    @Test
    void gatesStayWhileTheGatekeeperSaysThatItWorks() {
        for (int minute = 0; minute < 20; minute++) {
            lease = saidAt(minute);
            pass(Duration.ofMinutes(1));
        }

        assertThat(pods).hasSize(2);
    }

    @Test
    void gatesOpenWhenTheGatekeeperIsSilent() {
        pass(Duration.ZERO);
        pass(LIMIT);
        assertThat(pods).hasSize(2);

        pass(Duration.ofSeconds(1));

        assertThat(pods).isEmpty();
    }

    @Test
    void gatesOpenWithoutALeaseToo() {
        lease = null;
        pass(Duration.ZERO);
        pass(LONGER);

        assertThat(pods).isEmpty();
    }

    @Test
    void aReplicaThatDoesNotActOpensNothing() {
        acts = false;
        pass(LONGER);
        pass(LONGER);

        assertThat(pods).hasSize(2);
    }

    @Test
    void whatCouldNotBeWrittenIsRepeated() {
        pass(Duration.ZERO);
        reachable = false;
        pass(LONGER);
        assertThat(pods).hasSize(2);

        reachable = true;
        pass(Duration.ofSeconds(15));

        assertThat(pods).isEmpty();
    }
}
