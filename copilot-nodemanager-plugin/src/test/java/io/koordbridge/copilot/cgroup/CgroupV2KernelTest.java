package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.copilot.health.Degradation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Joining and leaving on the kernel's own cgroup version 2, also where it has no controllers. */
class CgroupV2KernelTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final String top = "koordbridge-test-" + ProcessHandle.current().pid();
    private Path root;

    @BeforeEach
    void needsTheKernel() {
        List<Path> mounts = Stream.of("/sys/fs/cgroup", "/sys/fs/cgroup/unified")
                .map(Path::of)
                .filter(mount -> Files.isWritable(mount.resolve("cgroup.procs")))
                .filter(CgroupV2Hierarchy::mountedAt)
                .toList();
        Kernel.require(!mounts.isEmpty(), "no writable control groups version 2");
        root = mounts.get(0);
    }

    @AfterEach
    void leaveNothing() {
        if (root != null) {
            await().atMost(LONG).until(() -> CgroupFiles.remove(root.resolve(top)));
        }
    }

    @Test
    void aProcessJoinsAndItsGroupGoesAfterIt() throws Exception {
        Degradation degradation = new Degradation();
        Files.createDirectories(root.resolve(top));
        CgroupPlacer placer = new CgroupPlacer(
                new CgroupConfig(true, root, top + "/hadoop-yarn", List.of("nosuch"), 1, 0), degradation);

        List<Path> groups = placer.prepare("container_1", 1, 64, false);

        assertThat(groups).containsExactly(root.resolve(top + "/hadoop-yarn/container_1"));
        assertThat(degradation.reasons()).singleElement().asString().startsWith("controller nosuch is not available");
        Process process = new ProcessBuilder(
                        "bash", "-c", "echo $$ > " + groups.get(0) + "/cgroup.procs && exec sleep 60")
                .start();
        try {
            await().atMost(LONG).until(() -> placer.processes("container_1").contains(process.pid()));
            placer.release("container_1");
            assertThat(groups.get(0)).isDirectory();
        } finally {
            process.destroyForcibly().waitFor();
        }
        await().atMost(LONG).until(() -> {
            placer.collect();
            return !Files.exists(groups.get(0));
        });
    }
}
