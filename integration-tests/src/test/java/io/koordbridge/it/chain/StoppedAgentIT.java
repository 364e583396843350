package io.koordbridge.it.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.YarnNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that reports no more: its node does not grow, and offers nothing once the report is too old. */
@Tag("long")
class StoppedAgentIT {

    private static final String ONE_MINUTE = Chain.COLOCATION.replace("{", "{\"degradeTimeMinutes\": 1, ");
    private static final String MORE =
            ONE_MINUTE.replace("\"cpuReclaimThresholdPercent\": 90", "\"cpuReclaimThresholdPercent\": 100");
    /** Two periods of the reports, and one for the last of them on its way. */
    private static final Duration NOT_FRESH = Duration.ofSeconds(6);

    @TempDir
    Path directory;

    @Test
    void aNodeWithoutAgentNeverGrowsAndEndsAtNothing() throws IOException {
        try (Chain chain = new Chain(directory, ONE_MINUTE)) {
            chain.machine().online(8_000);
            YarnNode before = chain.awaitLease("half of it in use", vcores -> vcores >= 2 && vcores <= 4);
            chain.node().batchPod("stays", 1_000);
            chain.crashAgent();
            await("the last report grows old")
                    .atMost(Chain.SOON)
                    .until(() -> chain.node().reportAge().compareTo(NOT_FRESH) > 0);
            long offered = chain.node().originMilliCpu();
            assertThat(offered).isPositive();
            chain.configure(MORE);

            AtomicLong most = new AtomicLong();
            await("too old")
                    .atMost(Chain.SOON)
                    .pollInterval(Duration.ofMillis(250))
                    .until(() -> {
                        long now = chain.node().originMilliCpu();
                        most.accumulateAndGet(now, Math::max);
                        return now == 0;
                    });
            assertThat(most.get()).isLessThanOrEqualTo(offered);
            YarnNode drained = chain.awaitClosed("nothing to lease");
            assertThat(drained.running()).isTrue();
            assertThat(chain.node().pods()).contains("stays");

            chain.restartAgent();
            chain.awaitLease("reports again", vcores -> vcores >= before.capacityVcores());
            await("the new threshold has its effect")
                    .atMost(Chain.SOON)
                    .until(() -> chain.node().originMilliCpu() > offered + 1_000);
        }
    }
}
