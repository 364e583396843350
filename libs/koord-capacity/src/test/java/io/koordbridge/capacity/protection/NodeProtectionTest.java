package io.koordbridge.capacity.protection;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.protection.NodeProtection.State;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class NodeProtectionTest {

    private static final Instant SINCE = Instant.parse("2026-11-23T12:00:00Z");

    @Test
    void saysWhatHappensAndUntilWhen() {
        Optional<Instant> end = Optional.of(SINCE.plusSeconds(300));

        assertThat(new NodeProtection(State.UNPROTECTED, "no NodeSLO", SINCE, false, end).sentence())
                .isEqualTo("no NodeSLO; batch and mid capacity do not grow, and end at 2026-11-23T12:05:00Z");
        assertThat(new NodeProtection(State.UNPROTECTED, "no NodeSLO", SINCE, true, Optional.empty()).sentence())
                .isEqualTo("no NodeSLO; no batch or mid capacity is offered");
        assertThat(new NodeProtection(State.STALE, "no report", null, false, Optional.empty()).sentence())
                .isEqualTo("no report; batch and mid capacity do not grow");
    }

    @ParameterizedTest
    @EnumSource(
            value = State.class,
            names = {"STALE", "UNPROTECTED"},
            mode = Mode.EXCLUDE)
    void saysNothingWhereEverythingMayGrow(State state) {
        NodeProtection protection = new NodeProtection(state, "agent: x", null, false, Optional.empty());

        assertThat(protection.growsNot()).isFalse();
        assertThat(protection.sentence()).isEmpty();
    }
}
