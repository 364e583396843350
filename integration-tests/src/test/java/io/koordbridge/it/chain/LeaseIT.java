package io.koordbridge.it.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.ledger.LedgerReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the load of a machine to what YARN may schedule, and back: every part of the product is a process of its own. */
@Tag("versions-kubernetes")
class LeaseIT {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseIT.class);

    @TempDir
    Path directory;

    @Test
    void theLeaseFollowsTheLoadAndNothingIsPromisedTwice() throws IOException {
        try (Chain chain = new Chain(directory)) {
            YarnNode idle = chain.awaitLease("idle", vcores -> vcores >= 5);
            chain.node().batchPod("batch", 1_500);

            chain.machine().online(11_000);
            YarnNode busy = chain.awaitLease("load up", vcores -> vcores <= 2);
            chain.awaitEverywhere(busy);
            assertThat(chain.machine().bestEffortQuotaMicros()).isBetween(0L, 350_000L);

            restartTheNodeManager(chain, busy);

            chain.machine().online(1_000);
            YarnNode again = chain.awaitLease("load down", vcores -> vcores >= idle.capacityVcores() - 1);
            chain.awaitEverywhere(again);
            assertThat(chain.node().offeredMilliCpu()).isPositive();
            requireSound(chain);

            // More than the node has, so that no shrink is quick enough to hide it.
            chain.node().batchPod("bound-past-the-scheduler", 20_000);
            await("the watch is not blind")
                    .until(() -> !chain.ledger().report().violations().isEmpty());
        }
    }

    /** It comes back with its lease, not with what it was configured with. */
    private static void restartTheNodeManager(Chain chain, YarnNode leased) {
        chain.nodeManager().crash();
        chain.nodeManager().restart();

        assertThat(chain.registered().path("source").asText()).isEqualTo("LEASE");
        // A lease that fell meanwhile is smaller still.
        await().until(() -> chain.capacity().capacityVcores() <= leased.capacityVcores());
    }

    private static void requireSound(Chain chain) {
        await().atMost(Duration.ofSeconds(10))
                .until(() -> chain.ledger().report().looks() > 50);
        LedgerReport seen = chain.ledger().report();
        LOG.info(
                "ledger seen from outside: {} looks, {} without data, longest shrink {} ms, least room {}",
                seen.looks(),
                seen.blind(),
                seen.longestShrink().toMillis(),
                seen.leastRoom());
        seen.requireSound();
        assertThat(seen.leastRoom().milliCpu())
                .as("it looked while the load was up")
                .isLessThan(1_000);
        assertThat(chain.operator().api().read("ledger").path("brokenChecks").asLong())
                .isZero();
    }
}
