package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.log.CapturedLog;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MissingObjectsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final MissingObjects missing = new MissingObjects("node-a");

    @Test
    void tellsOnceOfANodeThatDoesNotComeAndThatItCame() {
        try (CapturedLog log = CapturedLog.of(MissingObjects.class)) {
            for (int second = 0; second < 90; second++) {
                missing.round(Set.of("Node"), NOW.plusSeconds(second));
            }
            missing.round(Set.of(), NOW.plusSeconds(90));
            missing.round(Set.of(), NOW.plusSeconds(91));

            assertThat(log.lines().stream().map(CapturedLog.Line::text).toList())
                    .containsExactly(
                            "there is no Node/node-a: nothing is reported and nothing is suppressed; is this the name of the node?",
                            "there is a Node/node-a now");
        }
    }

    @Test
    void saysNothingOfWhatComesWithinItsTime() {
        try (CapturedLog log = CapturedLog.of(MissingObjects.class)) {
            missing.round(Set.of("NodeSLO", "NodeMetric"), NOW);
            missing.round(Set.of("NodeMetric"), NOW.plusSeconds(20));
            missing.round(Set.of("NodeSLO"), NOW.plusSeconds(40));

            assertThat(log.lines().stream().map(CapturedLog.Line::text).toList())
                    .isEmpty();
        }
    }
}
