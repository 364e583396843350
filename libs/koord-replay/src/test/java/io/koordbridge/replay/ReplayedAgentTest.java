package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.koordbridge.policy.report.SurgePolicy;
import org.junit.jupiter.api.Test;

class ReplayedAgentTest {

    private static final NodeTrace JUMP = Traces.of("n", 20, 10, sample -> sample < 9 ? 10 : 40, sample -> Double.NaN);

    private static ReplayedAgent seen(ReplaySettings settings, int until) {
        ReplayedAgent agent = new ReplayedAgent(NodeSize.DEFAULT, settings);
        for (int sample = 0; sample < until; sample++) {
            agent.see(new TraceSamples(JUMP, sample));
        }
        return agent;
    }

    @Test
    void reportsFirstAndThenByTheTimer() {
        ReplayedAgent agent = seen(ReplaySettings.SHIPPED, 9);

        assertThat(agent.reports()).isEqualTo(2);
        assertThat(agent.earlyReports()).isZero();
    }

    @Test
    void aJumpIsReportedAtOnceWithItsWholeHeight() {
        ReplayedAgent agent = seen(ReplaySettings.SHIPPED, 9);

        assertThat(agent.see(new TraceSamples(JUMP, 9)))
                .hasValueSatisfying(report -> assertThat(report.milliCpu()).isEqualTo(25_600));
        assertThat(agent.earlyReports()).isEqualTo(1);
    }

    @Test
    void withoutEarlyReportsTheMeanIsReportedByTheTimer() {
        ReplayedAgent agent = seen(ReplaySettings.SHIPPED.withEarly(SurgePolicy.Settings.OFF), 12);

        assertThat(agent.earlyReports()).isZero();
        assertThat(agent.see(new TraceSamples(JUMP, 12)))
                .hasValueSatisfying(report ->
                        assertThat(report.milliCpu()).isCloseTo((9 * 6_400 + 4 * 25_600) / 13.0, within(1e-6)));
    }

    @Test
    void memoryThatIsNotKnownIsReportedAsUsed() {
        assertThat(new ReplayedAgent(NodeSize.DEFAULT, ReplaySettings.SHIPPED).see(new TraceSamples(JUMP, 0)))
                .hasValueSatisfying(report -> assertThat(report.bytes()).isEqualTo((double) NodeSize.DEFAULT.bytes()));
    }
}
