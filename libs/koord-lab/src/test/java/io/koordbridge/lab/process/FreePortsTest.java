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

    @Test
    void eachOfThreeTestProcessesAndWhateverIsNoneOfThemHasARangeOfItsOwn() {
        assertThat(IntStream.rangeClosed(0, 3).map(FreePorts::lowest)).containsExactly(20_000, 23_000, 26_000, 29_000);
        assertThat(FreePorts.lowest(5)).isEqualTo(FreePorts.lowest(1));
    }
}
