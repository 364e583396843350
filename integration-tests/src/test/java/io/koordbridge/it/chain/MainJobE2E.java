package io.koordbridge.it.chain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.lab.ledger.LedgerOptions;
import io.koordbridge.lab.ledger.LedgerReport;
import io.koordbridge.lab.ledger.LedgerWatch;
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
@Tag("versions-kubernetes")
class MainJobE2E {
    private static final Logger LOG = LoggerFactory.getLogger(MainJobE2E.class);
    /** On a machine whose CPUs others use, a run ends as incomplete: it is repeated, and one of them has to show the lease move. */
    private static final int RUNS = 3;

    private static final Duration OTHERS = Duration.ofMinutes(2);
    /** A shrink by policy may take its whole drain, and the story has only one of it. */
    private static final Duration SHRINK = Duration.ofMinutes(3);

    @TempDir
    Path directory;

    @Test
    void theJobSucceedsAndTheLeaseFollowsTheLoad() throws IOException {
        ControlPlaneGate.requireExecutables();
        List<String> still = new ArrayList<>();
        for (int run = 1; run <= RUNS; run++) {
            CalmMachine.awaitIdle(OTHERS);
            JsonNode summary = hold(directory.resolve("run-" + run));
            if (summary.path("notShown").isEmpty()) {
                requireMoved(summary);
                return;
            }
            still.add(summary.path("notShown").toString());
        }
        assertThat(still).as("reasons why no lease moved, in " + RUNS + " runs").isEmpty();
    }

    /** One run, in which all must hold that holds on any machine. */
    private static JsonNode hold(Path directory) throws IOException {
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
                story.awaitEnd();
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
    private static void requireMoved(JsonNode summary) {
        JsonNode vcores = summary.path("rm");
        LOG.info("vcores of the ResourceManager: {}", vcores);
        long during = vcores.path("during").asLong();
        assertThat(during)
                .as("vcores under load")
                .isPositive()
                .isLessThan(vcores.path("before").asLong())
                .isLessThan(vcores.path("after").asLong());
        JsonNode reactions = summary.path("reactions");
        LOG.info("reactions: {}", reactions);
        assertThat(reactions.at("/shrink/reason").asText()).isEmpty();
        assertThat(reactions.at("/grow/reason").asText()).isEmpty();
    }
}
