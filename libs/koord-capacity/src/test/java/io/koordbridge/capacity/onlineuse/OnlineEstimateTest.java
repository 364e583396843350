package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.onlineuse.OnlineEstimate.Memory;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.OfSide;
import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.policy.risk.RiskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OnlineEstimateTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);
    private static final String CAREFUL = "p95/900+4.5 care 2.10";
    private static final String ONE = "p95/900+3.5 care 2.10";
    private static final String OTHER = "max/900+0.0 care 2.10";

    @Test
    void theFirstChoiceIsShownAtOnce() {
        Memory shown = memory(null, ONE, null).shown(NOW);

        assertThat(shown.texts().cpu()).isEqualTo(ONE);
        assertThat(shown.texts().cpuRiskPercent()).isEqualTo(1);
        assertThat(shown.chosenAt()).isEqualTo(NOW);
    }

    @Test
    void anotherChoiceIsShownAnHourAfterTheLastOne() {
        Memory other = memory(ONE, OTHER, NOW);

        assertThat(other.shown(NOW.plus(HOUR).minusMillis(1)).texts().cpu()).isEqualTo(ONE);
        assertThat(other.shown(NOW.plus(HOUR)).texts().cpu()).isEqualTo(OTHER);
        assertThat(other.shown(NOW.plus(HOUR)).chosenAt()).isEqualTo(NOW.plus(HOUR));
    }

    @Test
    void theHourOfAnotherProcessBeginsNow() {
        Memory taken = memory(ONE, OTHER, null).shown(NOW);

        assertThat(taken.texts().cpu()).isEqualTo(ONE);
        assertThat(taken.shown(NOW.plusSeconds(3599)).texts().cpu()).isEqualTo(ONE);
        assertThat(taken.shown(NOW.plus(HOUR)).texts().cpu()).isEqualTo(OTHER);
    }

    @Test
    void aMoreCarefulChoiceIsShownAfterTenMinutes() {
        Memory careful = memory(ONE, CAREFUL, NOW);

        assertThat(careful.shown(NOW.plus(TEN_MINUTES).minusMillis(1)).texts().cpu())
                .isEqualTo(ONE);
        assertThat(careful.shown(NOW.plus(TEN_MINUTES)).texts().cpu()).isEqualTo(CAREFUL);
        assertThat(memory(CAREFUL, ONE, NOW)
                        .shown(NOW.plus(TEN_MINUTES))
                        .texts()
                        .cpu())
                .as("one that offers more waits the hour")
                .isEqualTo(CAREFUL);
    }

    @Test
    void anotherProcessHoldsAMoreCarefulChoiceForTenMinutesOnly() {
        Memory taken = memory(ONE, CAREFUL, null).shown(NOW);

        assertThat(taken.texts().cpu()).isEqualTo(ONE);
        assertThat(taken.shown(NOW.plus(TEN_MINUTES)).texts().cpu()).isEqualTo(CAREFUL);
    }

    @Test
    void theSameChoiceIsNeverShownAgain() {
        Memory same = memory(ONE, ONE, NOW);

        assertThat(same.shown(NOW.plus(HOUR.multipliedBy(100)))).isSameAs(same);
    }

    @Test
    void aClockThatWasSetBackHoldsNothing() {
        assertThat(memory(ONE, OTHER, NOW).shown(NOW.minusSeconds(1)).texts().cpu())
                .isEqualTo(OTHER);
    }

    @Test
    void cpuAndMemoryAreShownTogether() {
        OfSide side = new OfSide(null, risk(ONE, OTHER), null, null);
        Memory both = new Memory(side, side, BatchLows.NONE, NOW).shown(NOW.plus(HOUR));

        assertThat(both.texts().cpu()).isEqualTo(OTHER);
        assertThat(both.texts().memory()).isEqualTo(OTHER);
        assertThat(Memory.NONE.shown(NOW)).isEqualTo(Memory.NONE);
    }

    private static Memory memory(@Nullable String written, String choice, @Nullable Instant chosenAt) {
        return new Memory(new OfSide(null, risk(written, choice), null, null), OfSide.NONE, BatchLows.NONE, chosenAt);
    }

    private static RiskMemory risk(@Nullable String written, String choice) {
        RiskState state = RiskState.resumed(choice(choice));
        return new RiskMemory(state, null, 0, true, List.of(), written == null ? null : choice(written));
    }

    private static RiskChoice choice(String text) {
        return RiskChoice.parse(text, 1).orElseThrow();
    }
}
