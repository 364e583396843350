package io.koordbridge.bench.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReactionTimesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long LATE = 1_000 * SECOND;

    private final List<Sighting> seen = new ArrayList<>();

    ReactionTimesTest() {
        at(0, Stage.LIMIT, 37_000);
        at(0, Stage.REPORT, -4_200);
        at(0, Stage.ORIGIN, 34_000);
        at(0, Stage.LEASE, 16);
        at(0, Stage.RESOURCE_MANAGER, 16);
    }

    private void at(double seconds, Stage stage, long value) {
        seen.add(new Sighting(stage, (long) (seconds * SECOND), value));
    }

    @Test
    void eachStageCountsFromTheChangeOfTheLoad() {
        at(10.3, Stage.LIMIT, 31_000);
        at(11, Stage.REPORT, -10_200);
        at(11.2, Stage.ORIGIN, 28_000);
        at(11.3, Stage.LEASE, 13);
        at(12.5, Stage.RESOURCE_MANAGER, 13);

        assertThat(new ReactionTimes(seen).shrink(10 * SECOND, LATE))
                .containsExactly(
                        entry(Stage.LIMIT, 0.3),
                        entry(Stage.REPORT, 1.0),
                        entry(Stage.ORIGIN, 1.2),
                        entry(Stage.LEASE, 1.3),
                        entry(Stage.RESOURCE_MANAGER, 2.5));
    }

    @Test
    void whatTheMeasurementItselfChangesDoesNotCount() {
        at(10.1, Stage.LIMIT, 36_000);
        at(10.2, Stage.REPORT, -4_300);
        at(10.3, Stage.LIMIT, 38_000);
        at(10.6, Stage.LIMIT, 31_000);

        assertThat(new ReactionTimes(seen).shrink(10 * SECOND, LATE)).containsOnly(entry(Stage.LIMIT, 0.6));
    }

    @Test
    void aStageThatChangesAfterTheEndIsLeftOut() {
        at(30, Stage.RESOURCE_MANAGER, 13);

        assertThat(new ReactionTimes(seen).shrink(10 * SECOND, 20 * SECOND)).isEmpty();
    }

    @Test
    void growthCountsFromWhatWasShownWhenTheLoadWasGone() {
        at(10, Stage.RESOURCE_MANAGER, 4);
        at(65, Stage.RESOURCE_MANAGER, 6);
        at(300, Stage.RESOURCE_MANAGER, 15);
        at(360, Stage.RESOURCE_MANAGER, 16);
        ReactionTimes times = new ReactionTimes(seen);

        assertThat(times.growth(20 * SECOND, LATE)).containsOnly(entry(Stage.RESOURCE_MANAGER, 45.0));
        assertThat(times.part(Stage.RESOURCE_MANAGER, 20 * SECOND, 16, 0.9)).hasValue(280);
        assertThat(times.part(Stage.RESOURCE_MANAGER, 20 * SECOND, 16, 1)).hasValue(340);
        assertThat(times.part(Stage.RESOURCE_MANAGER, 20 * SECOND, 17, 1)).isEmpty();
    }

    @Test
    void aStageThatWasNeverSeenIsAnError() {
        assertThatThrownBy(() -> new ReactionTimes(List.of()).shrink(SECOND, LATE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("LIMIT");
    }
}
