package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With directories for groups, whose files keep only the last process; {@link CgroupPlacerKernelTest} has the kernel's. */
class MoverTest {
    @TempDir
    Path directory;

    @Test
    void writesAProcessToEachGroup() throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();
        Path first = Files.createDirectory(directory.resolve("first"));
        Path second = Files.createDirectory(directory.resolve("second"));
        try {
            Mover.move(process.pid(), List.of(first, second));
        } finally {
            process.destroyForcibly();
        }

        assertThat(first.resolve("cgroup.procs")).hasContent(Long.toString(process.pid()));
        assertThat(second.resolve("cgroup.procs")).hasContent(Long.toString(process.pid()));
    }

    @Test
    void aProcessThatEndedIsNoFailure() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();

        Mover.move(process.pid(), List.of(directory.resolve("missing")));

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aGroupThatCannotBeJoinedIsNamed() throws IOException {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThatIOException()
                    .isThrownBy(() -> Mover.move(process.pid(), List.of(directory.resolve("missing"))))
                    .withMessageContaining("missing/cgroup.procs");
        } finally {
            process.destroyForcibly();
        }
    }
}
