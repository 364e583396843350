package io.koordbridge.bench.planerror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedNodeTest {

    @TempDir
    private Path directory;

    private ChildProcess sleeping() {
        return ChildProcess.start("service", List.of("sleep", "600"), Map.of(), directory, directory.resolve("log"));
    }

    /** Online work uses 0.3 cores, batch work 0.5, ours 0.1, whatever the time. */
    private static Look exact(long wantedMilliCpu) {
        long now = System.nanoTime();
        return new Look(now, now * 9 / 10, now / 2, now / 10, wantedMilliCpu, 700, Long.MAX_VALUE);
    }

    @Test
    void theServiceIsToldOfThePattern() {
        Path control = directory.resolve("control");
        try (LoadedNode node =
                new LoadedNode(LoadedNodeTest::exact, sleeping(), control, new LoadPattern(List.of(1000L), 1))) {

            await().until(() ->
                    Files.exists(control) && Files.readString(control).equals("1000 load"));
            node.load(new LoadPattern(List.of(100L), 1));
            await().until(() -> Files.readString(control).equals("100 load"));
        }
    }

    @Test
    void theUseIsThatOfOnePattern() {
        try (LoadedNode node = new LoadedNode(
                LoadedNodeTest::exact,
                sleeping(),
                directory.resolve("control"),
                new LoadPattern(List.of(400L, 800L), 1))) {

            Use use = node.use(2000);

            assertThat(node.offeredMilliCpu()).isEqualTo(700);
            assertThat(use.tierPercent()).isCloseTo(25, within(0.1));
            assertThat(use.otherPercent()).isCloseTo(20, within(0.1));
            assertThat(use.offeredPercent()).isCloseTo(35, within(0.1));
        }
    }

    @Test
    void looksThatFailAndAServiceThatEndsEndTheRun() {
        try (LoadedNode node = new LoadedNode(
                wanted -> {
                    throw new IOException("no counters");
                },
                sleeping(),
                directory.resolve("control"),
                new LoadPattern(List.of(1000L), 1))) {
            assertThatThrownBy(() -> node.await(Duration.ofMinutes(1)))
                    .hasMessageContaining("the looks ended")
                    .rootCause()
                    .hasMessage("no counters");
        }
        ChildProcess ended = sleeping();
        ended.crash();
        try (LoadedNode node = new LoadedNode(
                LoadedNodeTest::exact, ended, directory.resolve("control"), new LoadPattern(List.of(1000L), 1))) {
            assertThatThrownBy(() -> node.await(Duration.ofMinutes(1))).hasMessageContaining("service ended");
        }
    }
}
