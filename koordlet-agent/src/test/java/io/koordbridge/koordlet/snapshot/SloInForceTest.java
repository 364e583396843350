package io.koordbridge.koordlet.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SloInForceTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Optional<NodeSlo> OBJECT =
            Optional.of(NodeSlo.of(new NodeSloSpec(null, null, null, null, null, null), null, problem -> {}));

    private static SloInForce without(SloInForce before, long seconds) {
        return before.next(Optional.empty(), true, false, true, NOW.plusSeconds(seconds));
    }

    @Test
    void anObjectThatStaysAwayForFiveMinutesIsGone() {
        SloInForce present = SloInForce.UNKNOWN.next(OBJECT, true, false, true, NOW);
        SloInForce away = without(without(present, 10), 309);

        assertThat(away.gone()).isFalse();
        assertThat(away.suppress()).isPresent();
        assertThat(away.suppressNow()).isEmpty();
        assertThat(without(away, 310).gone()).isTrue();
        assertThat(without(away, 310).suppress()).isEmpty();
    }

    @Test
    void anObjectThatComesBackIsAwayAnew() {
        SloInForce away = without(SloInForce.UNKNOWN, 0);
        SloInForce back = away.next(OBJECT, true, false, true, NOW.plusSeconds(299));

        assertThat(without(back, 400).gone()).isFalse();
    }

    @Test
    void nothingIsGoneWhileNobodyKnowsOrWhereItMayNotGo() {
        SloInForce unlisted = SloInForce.UNKNOWN.next(Optional.empty(), false, false, true, NOW);
        SloInForce stays = SloInForce.UNKNOWN.next(Optional.empty(), true, false, false, NOW);

        assertThat(unlisted.known()).isFalse();
        assertThat(unlisted.next(Optional.empty(), false, true, true, NOW.plusSeconds(3_000))
                        .gone())
                .isFalse();
        assertThat(stays.next(Optional.empty(), true, false, false, NOW.plusSeconds(3_000))
                        .gone())
                .isFalse();
    }

    @Test
    void isKnownWhenListedOrWaitedForLongEnough() {
        assertThat(SloInForce.UNKNOWN
                        .next(Optional.empty(), true, false, true, NOW)
                        .known())
                .isTrue();
        assertThat(SloInForce.UNKNOWN
                        .next(Optional.empty(), false, true, true, NOW)
                        .known())
                .isTrue();
    }
}
