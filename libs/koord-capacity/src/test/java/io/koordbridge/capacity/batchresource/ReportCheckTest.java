package io.koordbridge.capacity.batchresource;

import static io.koordbridge.capacity.batchresource.BatchAllotment.Reason.NODE_METRIC_STALE;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportCheckTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final ColocationStrategy STRATEGY = ColocationStrategy.DEFAULT;
    private static final Duration LIMIT = STRATEGY.degradeAfter();

    private static NodeUsage reported(Instant at) {
        return DemandFixtures.report(at, CpuMemory.ZERO, List.of());
    }

    @Test
    void aReportFromTheFutureGrowsOldByOurClock() {
        for (Instant ahead : List.of(NOW.plus(Duration.ofHours(1)), Instant.MAX)) {
            NodeUsage usage = reported(ahead).notAfter(NOW);

            assertThat(ReportCheck.degraded(usage, STRATEGY, NOW.plus(LIMIT))).isEmpty();
            assertThat(ReportCheck.degraded(usage, STRATEGY, NOW.plus(LIMIT).plusMillis(1)))
                    .contains(NODE_METRIC_STALE);
        }
    }

    @Test
    void aReportThatIsSeenLateIsAsOldAsItsOwnTime() {
        NodeUsage usage = reported(NOW.minus(LIMIT)).notAfter(NOW);

        assertThat(ReportCheck.degraded(usage, STRATEGY, NOW)).isEmpty();
        assertThat(ReportCheck.degraded(usage, STRATEGY, NOW.plusMillis(1))).contains(NODE_METRIC_STALE);
    }

    @Test
    void withoutATimeOfReceiptOnlyItsOwnTimeCounts() {
        NodeUsage usage = reported(NOW.plus(Duration.ofDays(1)));

        assertThat(ReportCheck.degraded(usage, STRATEGY, NOW.plus(Duration.ofHours(23))))
                .isEmpty();
        assertThat(ReportCheck.age(NOW.plusSeconds(60), null, NOW)).isEqualTo(Duration.ofMinutes(-1));
        assertThat(ReportCheck.age(NOW.plusSeconds(60), NOW.minusSeconds(5), NOW))
                .isEqualTo(Duration.ofSeconds(5));
    }
}
