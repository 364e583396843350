package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.load.VictimOrder.Victim;
import io.koordbridge.protocol.PriorityClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VictimOrderTest {

    private static Victim victim(String name, PriorityClass priority, @Nullable Double score) {
        return new Victim(LoadCluster.pod("n", name, priority, Map.of()), score);
    }

    @Test
    void lowestClassThenBestScoreThenNameDecides() {
        List<Victim> victims = new ArrayList<>(List.of(
                victim("free", PriorityClass.FREE, null),
                victim("batch-high", PriorityClass.BATCH, 1.9),
                victim("batch-low", PriorityClass.BATCH, 0.1),
                victim("batch-none", PriorityClass.BATCH, null),
                victim("prod-a", PriorityClass.PROD, 1.0),
                victim("prod-b", PriorityClass.PROD, 1.0),
                victim("without", PriorityClass.NONE, 2.0)));
        List<Victim> wanted = List.copyOf(victims);
        Collections.reverse(victims);

        victims.sort(VictimOrder.order());

        assertThat(victims).isEqualTo(wanted);
    }

    @Test
    void thePodThatJustCoversTheExcessScoresHighest() {
        assertThat(score(1000)).isEqualTo(2);
        assertThat(score(2000)).isEqualTo(1.5);
        assertThat(score(999)).isCloseTo(0.999, Offset.offset(1e-9));
        assertThat(VictimOrder.score(Map.of("cpu", 5L), Map.of("cpu", 0L), Map.of("cpu", 1L)))
                .isZero();
    }

    private static double score(long milliCpu) {
        return VictimOrder.score(
                Map.of("cpu", milliCpu, "memory", 5L),
                Map.of("cpu", 1000L, "memory", -5L),
                Map.of("cpu", 2L, "memory", 9L));
    }
}
