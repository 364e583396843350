package io.koordbridge.descheduler.act.evict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrainTimeTest {

    private static final Duration DRAIN = Duration.ofMinutes(10);

    @Test
    void aJobHasToLastLongerThanTheDrain() {
        assertThat(DrainTime.problem("job-1", Duration.ofMinutes(10), DRAIN))
                .isEqualTo(
                        "invalid spec.ttl of PodMigrationJob job-1: '600s'; allowed: more than 600s, the time that the drain"
                                + " of a NodeManager may take, or 0s for no end");
        assertThat(DrainTime.problem("job-1", Duration.ofSeconds(601), DRAIN)).isEmpty();
        assertThat(DrainTime.problem("job-1", Duration.ZERO, DRAIN))
                .as("no end")
                .isEmpty();
    }
}
