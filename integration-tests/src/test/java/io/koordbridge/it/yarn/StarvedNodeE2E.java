package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.starvation.DaemonReport;
import io.koordbridge.lab.starvation.StarvedNode;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A NodeManager in the best-effort tier lives whatever its containers do, at the tier's floor as well. */
@Tag("long")
class StarvedNodeE2E {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration WEB = Duration.ofSeconds(2);
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);

    @TempDir
    private Path temp;

    @Test
    void theDaemonAnswersWhileContainersSpinOnEveryCpu() throws Exception {
        Prerequisite.require(
                StarvedNode.missing().isEmpty(), StarvedNode.missing().orElse(""));
        try (StarvedNode node = new StarvedNode(temp.resolve("n"))) {
            DaemonReport report = node.watch(MINUTE);

            assertThat(report.states()).as("%s", report).containsExactly("RUNNING");
            assertThat(report.looks()).as("%s", report).hasSizeGreaterThan(20);
            assertThat(report.slowestWeb()).as("%s", report).isLessThanOrEqualTo(WEB);
            assertThat(report.slowestHeartbeat()).as("%s", report).isLessThanOrEqualTo(HEARTBEAT);
            // Containers take what the daemon leaves, and the tier stays at its floor.
            assertThat(report.tierCores()).isLessThan(2 * node.quotaMicros() / 100_000.0);
            assertThat(report.daemonCores()).isLessThan(report.tierCores() / 2);
            assertThat(node.daemonShares()).isGreaterThan(node.containerShares());
        }
    }
}
