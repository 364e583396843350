package io.koordbridge.it.chain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.ledger.LedgerOptions;
import io.koordbridge.lab.ledger.LedgerReport;
import io.koordbridge.lab.ledger.LedgerWatch;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The main job: a real Spark job through a rise of the online load on a real API server, its ledger watched from outside. */
@Tag("long")
class MainJobE2E {
    private static final Logger LOG = LoggerFactory.getLogger(MainJobE2E.class);
    /** A run on a machine whose CPUs others use succeeds, but there the load of the run moves no lease. */
    private static final int RUNS = 2;

    private static final Duration OTHERS = Duration.ofMinutes(2);
    /** A shrink by policy may take its whole drain, and the story has only one of it. */
    private static final Duration SHRINK = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void theJobSucceedsAndTheLeaseFollowsTheLoad() throws IOException {
        ControlPlaneGate.requireExecutables();
        List<JsonNode> still = new ArrayList<>();
        for (int run = 1; run <= RUNS; run++) {
            CalmMachine.awaitIdle(OTHERS);
            JsonNode summary = succeed(directory.resolve("run-" + run));
            if (leaseMoved(summary)) {
                return;
            }
            still.add(summary.path("notShown"));
        }
        assertThat(still).as("reasons for a lease that stood still").noneMatch(JsonNode::isEmpty);
        Prerequisite.requireCalm(false, "no CPU was free for a lease that moves, in " + RUNS + " runs: " + still);
    }

    /** One run, in which all must hold that holds on any machine. */
    private static JsonNode succeed(Path directory) throws IOException {
        try (StoryProcess story = StoryProcess.start(directory)) {
            story.awaitParts();
            LedgerOptions options = LedgerOptions.DEFAULT
                    .ratios(Double.parseDouble(story.operatorSetting("vcoreRatio")), 1)
                    .minimum(
                            Long.parseLong(story.operatorSetting("minVcores")),
                            Long.parseLong(story.operatorSetting("minMB")))
                    .shrink(SHRINK);
            try (KubernetesClient apiServer = story.apiServer();
                    LedgerWatch ledger = LedgerWatch.start(apiServer, story.resourceManager(), options)) {
                story.awaitSuccess();
                LedgerReport seen = ledger.report();
                LOG.info("ledger seen from outside: {}", seen);
                seen.requireSound();
                assertThat(seen.looks()).as("looks with data").isGreaterThan(100);
            }
            JsonNode summary = story.summary();
            assertThat(summary.path("problems")).isEmpty();
            assertThat(summary.at("/job/masterAttempts").asInt()).isEqualTo(1);
            assertThat(summary.at("/job/masterPreempted").asInt(-1)).isZero();
            assertThat(story.work()).doesNotExist();
            return summary;
        }
    }

    /** Down under the online load and up after it, by the capacity that the ResourceManager had. */
    private static boolean leaseMoved(JsonNode summary) {
        JsonNode vcores = summary.path("rm");
        LOG.info("vcores of the ResourceManager: {}, not shown: {}", vcores, summary.path("notShown"));
        long during = vcores.path("during").asLong();
        assertThat(during).as("vcores under load").isPositive();
        return during < vcores.path("before").asLong()
                && during < vcores.path("after").asLong();
    }
}
