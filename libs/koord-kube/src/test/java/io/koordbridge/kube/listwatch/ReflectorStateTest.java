package io.koordbridge.kube.listwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.kube.listwatch.ReflectorState.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReflectorStateTest {

    @Test
    void isBehindUntilAWatchHasBroughtWhatItMissed() {
        ReflectorState state = new ReflectorState();
        assertThat(state.behind()).isPositive();

        state.become(Condition.FOLLOWING);
        assertThat(state.behind()).isPositive();
        await().until(() -> state.behind().isZero());

        state.become(Condition.LOST);
        Duration first = state.behind();
        assertThat(first).isPositive();
        state.become(Condition.LOST);
        assertThat(state.behind()).isGreaterThan(first);
    }

    @Test
    void isNotBehindWhereThereIsNothingToFollow() {
        ReflectorState state = new ReflectorState();

        state.become(Condition.ABSENT);

        assertThat(state.behind()).isZero();
    }
}
