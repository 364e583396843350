package io.koordbridge.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {

    @Test
    void noPortIsHandedOutTwice() {
        List<Integer> ports = IntStream.range(0, 100)
                .boxed()
                .flatMap(unused -> FreePorts.find(4).stream())
                .toList();

        assertThat(ports).hasSize(400).doesNotHaveDuplicates();
    }

    /** Two modules at once, or two builds on a machine: their test processes have the same numbers. */
    @Test
    void processesOfTheSameNumberDrawFromDifferentRanges() {
        try (PortSlice one = PortSlice.take(1);
                PortSlice other = PortSlice.take(1)) {
            assertThat(ports(one)).hasSize(999).doesNotContainAnyElementsOf(ports(other));
        }
    }

    @Test
    void nobodyElseGetsTheRangeThatAProcessDrawsFrom() {
        List<Integer> drawn = FreePorts.find(4);

        for (int wanted = 0; wanted < PortSlice.COUNT; wanted++) {
            try (PortSlice others = PortSlice.take(wanted)) {
                assertThat(ports(others)).doesNotContainAnyElementsOf(drawn);
            }
        }
    }

    @Test
    void allRangesAreBelowTheEphemeralPorts() {
        for (int wanted = 0; wanted < PortSlice.COUNT; wanted++) {
            try (PortSlice slice = PortSlice.take(wanted)) {
                assertThat(ports(slice)).allMatch(port -> port > 20_000 && port < 32_000);
            }
        }
    }

    private static List<Integer> ports(PortSlice slice) {
        return IntStream.range(slice.first(), slice.beyond()).boxed().toList();
    }
}
