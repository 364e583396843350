package io.koordbridge.koordlet.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfEventsTest {

    /** Where this kernel may have control groups that count events: version 1, version 2, version 2 beside version 1. */
    private static final List<Path> MOUNTS =
            List.of(Path.of("/sys/fs/cgroup/perf_event"), Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/unified"));
    /** Nanoseconds on a CPU, which every kernel counts. */
    private static final PerfEvents CLOCKS = new PerfEvents(new PerfEvents.Event(1, 1), new PerfEvents.Event(1, 0));

    @TempDir
    private Path temp;

    private static Optional<Path> mount() {
        return MOUNTS.stream()
                .filter(one -> Files.isWritable(one.resolve("cgroup.procs")))
                .findFirst();
    }

    private static long countersOpen() {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(one -> target(one).contains("perf_event")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static long counted(List<Cpi.Counters> counters) throws IOException {
        return (long) Cpi.of(counters).cycles();
    }

    private static long enabled(List<Cpi.Counters> counters) throws IOException {
        long nanos = 0;
        for (Cpi.Counters one : counters) {
            nanos += one.read().enabledNanos();
        }
        return nanos;
    }

    @Test
    void aGroupIsCountedAndNoDescriptorStays() throws Exception {
        Prerequisite.require(
                CLOCKS.obstacle().isEmpty() && mount().isPresent(),
                "needs root, perf_event_open and control groups that it takes: "
                        + CLOCKS.obstacle().orElse("none at " + MOUNTS));
        Path group = Files.createDirectory(mount().orElseThrow()
                .resolve("koordbridge-perf-" + ProcessHandle.current().pid()));
        long before = countersOpen();
        Process process = null;
        try {
            Optional<Cpi.Counters> first = CLOCKS.open(group, 0);
            Optional<Cpi.Counters> other = CLOCKS.open(group, 1);
            List<Cpi.Counters> counters =
                    Stream.of(first, other).flatMap(Optional::stream).toList();
            assertThat(countersOpen()).isEqualTo(before + 2L * counters.size());
            assertThat(counted(counters)).as("nothing runs in the group").isZero();

            process = new ProcessBuilder(
                            "sh", "-c", "echo $$ > " + group.resolve("cgroup.procs") + "; while :; do :; done")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            await().atMost(Duration.ofSeconds(60)).until(() -> counted(counters) > 1_000_000);
            assertThat(enabled(counters))
                    .as("also of groups that only some CPUs run")
                    .isPositive();
            counters.forEach(Cpi.Counters::close);
        } finally {
            if (process != null) {
                process.destroyForcibly().waitFor();
            }
            await().ignoreExceptions().until(() -> Files.deleteIfExists(group) || !Files.exists(group));
        }
        assertThat(countersOpen()).isEqualTo(before);
    }

    @Test
    void aGroupThatIsNotThereIsNamedAndADirectoryThatIsNone() {
        Prerequisite.require(
                CLOCKS.obstacle().isEmpty(),
                "needs perf_event_open: " + CLOCKS.obstacle().orElse(""));
        long before = countersOpen();

        assertThatThrownBy(() -> CLOCKS.open(temp.resolve("nothing"), 0)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> CLOCKS.open(temp, 0))
                .isInstanceOf(IOException.class)
                .hasMessageNotContaining("[");
        assertThat(countersOpen()).isEqualTo(before);
    }

    @Test
    void aCpuThatDoesNotRunHasNoCounters() throws IOException {
        Prerequisite.require(
                CLOCKS.obstacle().isEmpty() && mount().isPresent(),
                "needs root, perf_event_open and control groups that it takes");
        long before = countersOpen();

        assertThat(cpuBeyondTheLast()).isIn("none", "Invalid argument");
        assertThat(countersOpen()).isEqualTo(before);
    }

    /** The kernel calls it invalid where it can have no such CPU at all. */
    private static String cpuBeyondTheLast() {
        try {
            return CLOCKS.open(mount().orElseThrow(), 4095).isEmpty() ? "none" : "counters";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void anEventThatTheMachineLacksIsSaidInTheWordsOfTheKernel() {
        PerfEvents unknown = new PerfEvents(new PerfEvents.Event(1, 4_000), new PerfEvents.Event(1, 4_001));

        assertThat(unknown.obstacle())
                .hasValueSatisfying(words ->
                        assertThat(words).startsWith("perf_event_open: ").doesNotContain("["));
    }
}
