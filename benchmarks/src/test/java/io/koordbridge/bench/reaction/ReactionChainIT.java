package io.koordbridge.bench.reaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That a load is seen at the stages on the way down; the way back takes minutes: {@link ReactionBenchIT}. */
@Tag("long")
class ReactionChainIT {

    /** Of 64 cores: more than online use and capacity together may have, so that all capacity goes. */
    private static final long HIGH_LOAD = 44_000;

    @TempDir
    private Path temp;

    @Test
    void aLoadReachesTheResourceManagerAndEverythingThatWasStartedEnds() throws Exception {
        Prerequisite.require(
                RealControlPlane.available(), RealControlPlane.missing().orElse(""));
        Path directory = temp.resolve("r");

        try (Cluster cluster = Cluster.start(temp, progress -> {});
                ReactionChain chain = new ReactionChain(cluster, directory, ReactionSettings.QUICKSTART, 4_000)) {
            await().atMost(Duration.ofMinutes(2)).until(() -> chain.vcores() > 4);
            assertThat(started(directory)).hasSizeGreaterThanOrEqualTo(5);

            long loaded = chain.use(HIGH_LOAD);

            // The annotation of the lease still grows when this begins.
            await("less at every stage").atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
                ReactionTimes times = new ReactionTimes(chain.sightings().all());
                assertThat(times.shrink(loaded, Long.MAX_VALUE))
                        .containsKeys(Stage.LIMIT, Stage.REPORT, Stage.ORIGIN, Stage.RESOURCE_MANAGER);
            });
        }

        await().until(() -> started(directory).isEmpty());
    }

    private static List<ProcessHandle> started(Path directory) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(directory.toString()))
                        .isPresent())
                .toList();
    }
}
