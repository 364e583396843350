package io.koordbridge.koordlet.load;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryPressureTest {

    private static final Path PRESSURE = Path.of("/proc/pressure/memory");
    private static final Path MEMORY = Path.of("/sys/fs/cgroup/memory");
    private static final long LIMIT = 24L << 20;

    @TempDir
    private Path temp;

    /** A group whose limit is far below what its process reads and writes stalls while the kernel makes room. */
    @Test
    void theKernelSaysWhenAProcessStalls() throws Exception {
        Prerequisite.require(
                Files.isWritable(PRESSURE) && Files.isWritable(MEMORY.resolve("cgroup.procs")),
                "needs root, " + PRESSURE + " and control groups version 1 at " + MEMORY);
        Path group = Files.createDirectory(
                MEMORY.resolve("koordbridge-stall-" + ProcessHandle.current().pid()));
        Process process = null;
        try (MemoryPressure pressure = MemoryPressure.watch(PRESSURE)) {
            Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(LIMIT));
            process = new ProcessBuilder(
                            "sh",
                            "-c",
                            "echo $$ > " + group.resolve("cgroup.procs")
                                    + "; while :; do dd if=/dev/zero of=" + temp.resolve("data")
                                    + " bs=1M count=200 conv=notrunc; done")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();

            await().atMost(Duration.ofSeconds(60)).until(() -> pressure.await(Duration.ofSeconds(1)));
        } finally {
            if (process != null) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            await().ignoreExceptions().until(() -> Files.deleteIfExists(group) || !Files.exists(group));
        }
    }

    @Test
    void aMachineWithoutTheFileIsRefusedWithItsName() {
        assertThatThrownBy(() -> MemoryPressure.watch(temp.resolve("nothing")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(temp.resolve("nothing").toString());
    }
}
