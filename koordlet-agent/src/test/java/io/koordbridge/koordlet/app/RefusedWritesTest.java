package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the kernel refuses: a reason, no exception out of a tick, the other files are written, and the value as soon as it is taken. */
class RefusedWritesTest {

    private static final String ERRORS = "koord_koordlet_cgroup_write_errors_total";
    private static final String QUOTA = "/cg/cpu/" + FakeNode.TIER + "/cpu.cfs_quota_us";
    private static final Map<String, IOException> PROBLEMS = Map.of(
            "invalid", new IOException("Invalid argument"),
            "busy", new IOException("Device or resource busy"),
            "ended", new IOException("No such device"),
            "denied", new AccessDeniedException(QUOTA),
            "read-only", new FileSystemException(QUOTA, null, "Read-only file system"),
            "full", new IOException("No space left on device"));

    private final FakeNode node = new FakeNode(2);
    private final LoopFixture agent = node.start();

    @AfterEach
    void close() {
        agent.close();
    }

    private void ticks(int count) {
        for (int i = 0; i < count; i++) {
            node.passSecond();
            assertThatCode(agent.loop::look).doesNotThrowAnyException();
        }
    }

    private String content(String hierarchy, String dir, String file) throws IOException {
        return node.files.read(Path.of(FakeNode.path(hierarchy, dir, file)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"invalid", "busy", "ended", "denied", "read-only", "full"})
    void aRefusedLimitOfTheTierIsNamedCountedAndTriedAgain(String reason) throws IOException {
        node.files.failWrites(QUOTA, PROBLEMS.get(reason));
        ticks(8);

        assertThat(agent.counted(ERRORS, "reason", reason)).isPositive();
        assertThat(agent.runner.refused())
                .anySatisfy(target -> assertThat(target.group()).isEqualTo(FakeNode.TIER));
        assertThat(content("cpu", FakeNode.TIER + "/podbatch0", "cpu.shares")).isEqualTo("512");

        node.files.failWrites(QUOTA, null);
        ticks(2);
        assertThat(Long.parseLong(content("cpu", FakeNode.TIER, "cpu.cfs_quota_us")))
                .isPositive();
        assertThat(agent.runner.refused()).isEmpty();
    }

    @Test
    void aGroupThatEndedBeforeItsWriteIsNoError() throws IOException {
        node.files.failWrites("podbatch0/cpu.shares", new NoSuchFileException("podbatch0/cpu.shares"));
        ticks(3);

        assertThat(agent.metrics.getCounters().keySet()).noneMatch(name -> name.startsWith(ERRORS));
        assertThat(agent.runner.refused()).isEmpty();
        assertThat(content("cpu", FakeNode.TIER + "/podbatch1", "cpu.shares")).isEqualTo("512");
    }

    @Test
    void onAReadOnlyMountTheAgentMeasuresAllTheSame() {
        node.files.failWrites("", new FileSystemException("/cg", null, "Read-only file system"));
        node.files.mark();
        ticks(5);

        assertThat(node.files.takeWrites()).isEmpty();
        await().untilAsserted(() -> assertThat(agent.slow.refused()).isNotEmpty());
        assertThat(agent.counted(ERRORS, "reason", "read-only")).isPositive();
        assertThat(agent.store.latest(Metric.NODE_CPU, SampleStore.NODE, node.clock.instant(), Duration.ofMillis(500)))
                .isPresent();
    }
}
