package io.koordbridge.scheduler.gang.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.podgroup.PodGroupStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupPhaseTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

    private static PodGroupStatus status(String phase) {
        return new PodGroupStatus(phase, null, null, null, null, null, null);
    }

    /** Numbers of pods as a text: all, bound, running, succeeded, failed. */
    private static PodCounts pods(String numbers, String owners) {
        String[] parts = numbers.split(" ");
        return new PodCounts(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Integer.parseInt(parts[4]),
                owners);
    }

    @ParameterizedTest(name = "{0}, minimum 2, all/bound/running/succeeded/failed {1}: {2}")
    @CsvSource({
        "'', 0 0 0 0 0, Pending",
        "Pending, 1 0 0 0 0, Pending",
        "Pending, 2 0 0 0 0, PreScheduling",
        "PreScheduling, 2 0 0 0 0, Scheduling",
        "Scheduling, 2 1 0 0 0, Scheduling",
        "Scheduling, 2 2 0 0 0, Scheduled",
        "Scheduled, 2 2 2 0 0, Running",
        "Running, 3 3 1 1 0, Running",
        "Running, 2 2 0 1 1, Failed",
        "Running, 2 2 0 2 0, Finished",
        "Running, 3 3 0 2 1, Finished",
        "Running, 0 0 0 0 0, Pending",
        "Finished, 0 0 0 0 0, Finished",
        "Failed, 2 2 2 0 0, Failed",
    })
    void thePhaseFollowsThePods(String before, String numbers, String after) {
        String phase = GroupPhase.next(status(before), 2, pods(numbers, ""), CREATED, NOW)
                .map(PodGroupStatus::phase)
                .orElse(before);

        assertThat(phase).isEqualTo(after);
    }

    @Test
    void theOwnersOfTheFirstPodAreKeptAndTheStartIsWrittenOnce() {
        PodCounts two = pods("2 0 0 0 0", "jobs/train");
        PodGroupStatus pre =
                GroupPhase.next(status("Pending"), 2, two, CREATED, NOW).orElseThrow();
        assertThat(pre.occupiedBy()).isEqualTo("jobs/train");

        PodGroupStatus first = GroupPhase.next(pre, 2, two, CREATED, NOW).orElseThrow();
        assertThat(first.scheduleStartTime()).isEqualTo("2026-01-01T01:00:00Z");
        PodCounts one = pods("2 1 0 0 0", "jobs/other");
        PodGroupStatus later =
                GroupPhase.next(first, 2, one, CREATED, NOW.plusSeconds(60)).orElseThrow();

        assertThat(later).isEqualTo(new PodGroupStatus("Scheduling", "jobs/train", 1, 0, 0, 0, "2026-01-01T01:00:00Z"));
        assertThat(GroupPhase.next(later, 2, one, CREATED, NOW.plusSeconds(99))).isEmpty();
    }

    @Test
    void aGroupThatDidNotStartWithinTwoDaysIsLeftAlone() {
        String late = CREATED.plus(Duration.ofHours(49)).toString();
        PodGroupStatus stale = new PodGroupStatus("Scheduled", null, 2, 0, 0, 0, late);

        assertThat(GroupPhase.next(stale, 2, pods("2 2 2 0 0", ""), CREATED, NOW))
                .isEmpty();
    }
}
