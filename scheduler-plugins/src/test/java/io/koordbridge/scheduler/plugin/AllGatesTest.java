package io.koordbridge.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllGatesTest {

    private final List<String> calls = new ArrayList<>();
    private final PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

    @Test
    void aRefusalGivesUpTheRoomAtTheGatesBefore() {
        PodGate gate = AllGates.of(List.of(new Gate("a", true), new Gate("b", false), new Gate("c", true)));

        assertThat(gate.admit(pod).reasons()).containsExactly("b is closed");
        assertThat(calls).containsExactly("admit a", "admit b", "release a");
        assertThat(gate.details(pod)).containsExactly("gate a", "gate b", "gate c");
    }

    @Test
    void aPodPassesEveryGateInOrder() {
        PodGate gate = AllGates.of(List.of(new Gate("a", true), new Gate("c", true)));

        assertThat(gate.confirm(pod).fits()).isTrue();
        assertThat(gate.hold(pod, Instant.EPOCH).fits()).isTrue();
        gate.release(pod);

        assertThat(calls).containsExactly("confirm a", "confirm c", "hold a", "hold c", "release a", "release c");
    }

    @Test
    void withoutGatesEverythingPasses() {
        assertThat(AllGates.of(List.of())).isSameAs(PodGate.OPEN);
    }

    private final class Gate implements PodGate {
        private final String name;
        private final boolean open;

        Gate(String name, boolean open) {
            this.name = name;
            this.open = open;
        }

        private FitResult answer(String call) {
            calls.add(call + " " + name);
            return open ? FitResult.FITS : new FitResult(FitCode.UNSCHEDULABLE, List.of(name + " is closed"));
        }

        @Override
        public FitResult admit(PodFacts one) {
            return answer("admit");
        }

        @Override
        public FitResult hold(PodFacts one, Instant deadline) {
            return answer("hold");
        }

        @Override
        public FitResult confirm(PodFacts one) {
            return answer("confirm");
        }

        @Override
        public List<String> details(PodFacts one) {
            return List.of("gate " + name);
        }

        @Override
        public void release(PodFacts one) {
            calls.add("release " + name);
        }
    }
}
