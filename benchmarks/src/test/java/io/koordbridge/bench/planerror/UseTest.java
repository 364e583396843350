package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class UseTest {

    private static final long SECOND = 1_000_000_000L;

    /** At a tenth of a second; counters in tenths of a second of CPU. */
    private static Look look(int tenths, int busy, int tier, int own, long wanted, long offered) {
        long unit = SECOND / 10;
        return new Look(tenths * unit, busy * unit, tier * unit, own * unit, wanted, offered, 700);
    }

    private static final Use USE = new Use(
            List.of(
                    look(100, 50, 10, 0, 400, 1000),
                    look(105, 57, 14, 0, 400, 600),
                    look(110, 62, 18, 1, 800, 600),
                    look(120, 74, 28, 2, 800, 0)),
            2000);

    @Test
    void sharesAreDifferencesOfCountersInPercentOfTheNode() {
        assertThat(USE.tierPercent()).isCloseTo(45, within(1e-9));
        assertThat(USE.otherPercent()).isCloseTo(15, within(1e-9));
        assertThat(USE.ownPercent()).isCloseTo(5, within(1e-9));
    }

    @Test
    void whatALookShowsHoldsUntilTheNextOne() {
        assertThat(USE.offeredPercent()).isCloseTo(35, within(1e-9));
        assertThat(USE.allowedPercent()).isCloseTo(31.25, within(1e-9));
        assertThat(USE.wantedPercent()).isCloseTo(30, within(1e-9));
    }

    @Test
    void theTraceHasALineForEachSecondWithoutTheTier() {
        assertThat(USE.trace("n")).containsExactly("n,1,20.000,", "n,2,10.000,");
    }

    @Test
    void oneLookIsNoUse() {
        assertThatThrownBy(() -> new Use(USE.looks().subList(0, 1), 2000)).hasMessageContaining("1 looks");
    }
}
