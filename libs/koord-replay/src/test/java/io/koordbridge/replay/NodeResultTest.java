package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NodeResultTest {

    @Test
    void theFiguresOfANodeAreThoseOfAPoolWithThisNode() {
        NodeResult result = NodeReplay.run(Traces.constant(20, 100), ReplaySettings.SHIPPED);

        assertThat(result.totals()).isEqualTo(Totals.of(List.of(result)));
        assertThat(result.totals().nodes()).isEqualTo(1);
    }
}
