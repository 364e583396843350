package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** SIGSTOP for a minute: what was not measured is not made up for, and old samples decide nothing. */
class StoppedProcessTest {

    private static final String ROUNDS = "koord_koordlet_rounds_total";

    private final FakeNode node = new FakeNode(1);
    private final LoopFixture agent = node.start();

    @AfterEach
    void close() {
        agent.close();
    }

    private void tick() {
        node.passSecond();
        agent.loop.look();
    }

    @Test
    void aMinuteOfStandstillIsFollowedByOneRound() {
        tick();
        tick();
        tick();
        long before = agent.counted(ROUNDS, "why", "timer");
        String limited = node.files.changed().toString();

        // The machine goes on meanwhile.
        for (int second = 0; second < 60; second++) {
            node.passSecond();
        }
        for (int look = 0; look < 3; look++) {
            agent.loop.look();
        }

        assertThat(agent.counted(ROUNDS, "why", "timer")).isEqualTo(before + 1);
        assertThat(agent.counted(ROUNDS, "why", "surge")).isZero();
        assertThat(agent.store
                        .between(
                                Metric.NODE_CPU,
                                SampleStore.NODE,
                                node.clock.instant().minusSeconds(59),
                                node.clock.instant())
                        .count())
                .isEqualTo(1);
        assertThat(agent.store.latest(Metric.NODE_CPU, SampleStore.NODE, node.clock.instant(), Duration.ofSeconds(1)))
                .as("mean of the minute")
                .hasValueCloseTo(1.1, org.assertj.core.api.Assertions.within(0.001));
        assertThat(node.files.changed().toString()).isEqualTo(limited);
        assertThat(agent.problems).isEmpty();
    }
}
