package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayedNodeTest {

    @Test
    void anIntervalHasWhatWasPublishedBeforeItsSampleWasSeen() {
        NodeTrace trace = Traces.step(10, 55, 2, 4);
        ReplayedNode node = new ReplayedNode(trace, ReplaySettings.SHIPPED);
        List<Timeline.Interval> seen = new ArrayList<>();

        for (int sample = 0; sample < trace.samples(); sample++) {
            node.interval(sample, seen::add);
            node.see(sample);
        }

        assertThat(seen)
                .containsExactly(
                        new Timeline.Interval(0, 60, 6_400, 0, 0, 35_200),
                        new Timeline.Interval(60, 60, 6_400, 32_000, 32_000, 35_200),
                        new Timeline.Interval(120, 60, 35_200, 32_000, 6_400, 6_400));
        assertThat(node.result().seconds().cpuShort()).isEqualTo(60);
    }
}
