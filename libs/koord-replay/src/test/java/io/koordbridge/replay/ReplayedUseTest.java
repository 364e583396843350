package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.policy.report.SurgePolicy.Due;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A load of 10 percent that is 40 percent from minute 40 on, with a report each minute. */
class ReplayedUseTest {

    private static final NodeTrace STEP = Traces.step(10, 40, 40, 60);
    private static final long HIGH_MILLI_CPU = NodeSize.DEFAULT.milliCpu() * 40 / 100;

    private final ReplayedUse use = new ReplayedUse(NodeSize.DEFAULT, true);

    private static UsageLevels see(ReplayedUse use, Due report, int until) {
        UsageLevels said = UsageLevels.NONE;
        for (int minute = 0; minute <= until; minute++) {
            TraceSamples samples = new TraceSamples(STEP, minute);
            use.see(samples);
            said = use.beside(minute == until ? report : Due.TIMER, samples);
        }
        return said;
    }

    private static OnlineUse known(UsageLevels levels) {
        return Objects.requireNonNull(levels.online());
    }

    @Test
    void nothingIsSaidBeforeAQuarterOfAnHourWasWatched() {
        assertThat(see(use, Due.TIMER, 13)).isEqualTo(UsageLevels.NONE);

        assertThat(use.beside(Due.TIMER, new TraceSamples(STEP, 14)).online()).isNotNull();
    }

    @Test
    void aRiseIsSaidWithTheNextReportByTheTimer() {
        assertThat(known(see(use, Due.TIMER, 40)).windows())
                .isNotEmpty()
                .allSatisfy(window -> assertThat(window.cpuMilli().max()).isEqualTo(HIGH_MILLI_CPU));
    }

    @Test
    void aReportOfAJumpWaitsForNoAnnotation() {
        assertThat(known(see(use, Due.JUMP, 40)).windows())
                .isNotEmpty()
                .allSatisfy(window -> assertThat(window.cpuMilli().max()).isLessThan(HIGH_MILLI_CPU));
    }

    @Test
    void nothingIsSaidWhereNobodyAsks() {
        assertThat(see(new ReplayedUse(NodeSize.DEFAULT, false), Due.TIMER, 59)).isEqualTo(UsageLevels.NONE);
    }
}
