package io.koordbridge.koordlet.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StrategyTest {

    private static final class Plain implements Strategy<Integer> {
        @Override
        public String name() {
            return "plain";
        }

        @Override
        public Set<Knob<?>> knobs() {
            return Set.of();
        }

        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Step<Integer> step(NodeSnapshot snapshot, Integer memory) {
            return Step.nothing(memory, "nothing");
        }

        @Override
        public Step<Integer> release(NodeSnapshot snapshot, Integer memory) {
            return Step.nothing(memory, "released");
        }
    }

    @Test
    void byItselfItNeedsAndDefinesNothingAndDecidesByTheTimer() {
        Strategy<Integer> plain = new Plain();

        assertThat(plain.needs(SloInForce.UNKNOWN)).isEmpty();
        assertThat(plain.overrides()).isEmpty();
        assertThat(plain.gauges()).isEmpty();
        assertThat(plain.wakesFor(Tick.Cause.TIMER)).isTrue();
        assertThat(plain.wakesFor(Tick.Cause.SURGE)).isFalse();
    }
}
