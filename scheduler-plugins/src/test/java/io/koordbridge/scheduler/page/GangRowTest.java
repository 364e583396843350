package io.koordbridge.scheduler.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.gang.plan.GangReport;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GangRowTest {

    private static GangRow row(GangReport.State state) {
        return GangRow.of(new GangReport(
                "jobs/train",
                4L,
                new GangReport.Pods(5, 0, 0, 1),
                state,
                "no room",
                Optional.of(Instant.ofEpochSecond(7))));
    }

    @Test
    void aGangThatWaitsSaysSinceWhenAndWhy() {
        GangRow waiting = row(GangReport.State.WAITING);

        assertThat(waiting.sinceMillis()).isEqualTo(7_000);
        assertThat(waiting.reason()).isEqualTo("no room");
        assertThat(waiting.present()).isEqualTo(5);
        assertThat(waiting.bound()).isEqualTo(1);
    }

    @Test
    void aGangWithItsMinimumWaitsForNothing() {
        GangRow placed = row(GangReport.State.PLACED);

        assertThat(placed.sinceMillis()).isNull();
        assertThat(placed.reason()).isEmpty();
    }
}
