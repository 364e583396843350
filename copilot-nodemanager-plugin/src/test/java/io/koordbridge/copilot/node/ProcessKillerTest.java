package io.koordbridge.copilot.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.cgroup.CgroupConfig;
import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.health.Degradation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessKillerTest {
    private static final String CONTAINER = "container_1_0001_01_000002";
    private static final int KILLED = 128 + 9;

    @TempDir
    private Path directory;

    /** What the process without other programs runs. */
    public static final class Killer {
        private Killer() {}

        public static void main(String[] args) {
            CgroupConfig groups = new CgroupConfig(true, Path.of(args[0]), "yarn", List.of("memory"), 1, 0);
            new ProcessKiller(new CgroupPlacer(groups, new Degradation())).kill(CONTAINER);
        }
    }

    @Test
    void needsNoProgramButBash() throws Exception {
        Process one = new ProcessBuilder("sleep", "600").start();
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Path group =
                    Files.createDirectories(directory.resolve("memory/yarn").resolve(CONTAINER));
            Files.writeString(group.resolve("cgroup.procs"), "0\n1\n" + one.pid() + "\n" + other.pid() + "\n");

            assertThat(BashOnly.run(directory, Killer.class, directory.toString()))
                    .isZero();

            for (Process victim : List.of(one, other)) {
                assertThat(victim.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(victim.exitValue()).isEqualTo(KILLED);
            }
        } finally {
            one.destroyForcibly();
            other.destroyForcibly();
        }
    }
}
