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

@Tag("long")
class ReactionChainIT {

    @TempDir
    private Path temp;

    @Test
    void everythingThatWasStartedEndsWithIt() throws Exception {
        Prerequisite.require(
                RealControlPlane.available(), RealControlPlane.missing().orElse(""));
        Path directory = temp.resolve("r");

        try (Cluster cluster = Cluster.start(temp, progress -> {});
                ReactionChain chain = new ReactionChain(cluster, directory, ReactionSettings.QUICKSTART, 4_000)) {
            await().atMost(Duration.ofMinutes(2)).until(() -> chain.vcores() > 1);
            assertThat(started(directory)).hasSizeGreaterThanOrEqualTo(5);
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
