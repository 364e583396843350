package io.koordbridge.bench.reaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.bench.report.Figure;
import io.koordbridge.bench.report.Recording;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplayTallyTest {

    @Test
    void figuresAreSharesOfTheTimeAndAmountsOfADay() {
        ReplayTally tally = new ReplayTally(8);
        tally.step(20, 20, 40);
        tally.step(20, 20, 18);
        tally.step(10, 18, 16);
        tally.step(10, 10, 30);
        tally.changed();
        tally.ended(3);
        Recording recording = new Recording("replay", "none");

        tally.record(recording, "rule");

        Map<String, Figure> figures = recording.finish().figures();
        assertThat(figures)
                .containsEntry("rule: given to YARN", Figure.of(15, "% of node"))
                .containsEntry("rule: used by containers", Figure.of(16, "% of node"))
                .containsEntry("rule: containers have less than 90 % of what they hold", Figure.of(25, "% of time"))
                .containsEntry("rule: containers hold more than the lease", Figure.of(25, "% of time"))
                .containsEntry("rule: changes of the lease", Figure.of(2, "a day"))
                .containsEntry("rule: ended at the deadline", Figure.of(6, "% of node a day"));
    }
}
