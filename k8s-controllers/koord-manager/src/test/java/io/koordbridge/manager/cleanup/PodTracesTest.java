package io.koordbridge.manager.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodTracesTest {

    private static final String DRAINED = "node.koordinator.sh/yarn-drained";
    private static final String COST = "scheduling.koordinator.sh/eviction-cost";
    private static final String OURS = "node.koordinator.sh/yarn-eviction-cost";

    private static Set<String> gone(Map<String, String> annotations) {
        Map<String, ?> gone = PodTraces.annotations(new PodBuilder()
                .withNewMetadata()
                .withAnnotations(annotations)
                .endMetadata()
                .build());
        assertThat(gone.values()).allMatch(Objects::isNull);
        return gone.keySet();
    }

    @Test
    void marksOfDrainsAndTheCostThatTheOperatorWroteGo() {
        assertThat(gone(Map.of(DRAINED, "2026-01-01T12:00:00Z", COST, "2147483647", OURS, "2147483647", "own", "x")))
                .containsExactlyInAnyOrder(DRAINED, COST, OURS);
    }

    @Test
    void aCostOfSomeoneElseStays() {
        assertThat(gone(Map.of(COST, "100"))).isEmpty();
        assertThat(gone(Map.of(COST, "100", OURS, "2147483647"))).containsExactly(OURS);
    }

    @Test
    void aPodWithoutMarksIsNotWritten() {
        assertThat(gone(Map.of())).isEmpty();
        assertThat(gone(null)).isEmpty();
    }
}
