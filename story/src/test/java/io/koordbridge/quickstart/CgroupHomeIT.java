package io.koordbridge.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.koordbridge.quickstart.home.CgroupHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupHomeIT {

    private static final Path SYSTEM = Path.of("/sys/fs/cgroup");
    private final String name = "koordbridge-test-" + ProcessHandle.current().pid();

    @TempDir
    Path temporary;

    @Test
    void holdsProcessesInAHierarchyOfItsOwnAndLeavesNothing() throws Exception {
        CgroupHome.Attempt attempt = CgroupHome.create(SYSTEM, name, temporary.resolve("root"));
        assumeThat(attempt.home())
                .as("skipped: needs root and cgroup v1: " + attempt.reason())
                .isPresent();
        Process child = new ProcessBuilder("sleep", "60").start();
        try (CgroupHome home = attempt.home().orElseThrow()) {
            home.make("kubepods/burstable/pod1/main");
            home.place(child.pid(), "kubepods/burstable/pod1/main");

            assertThat(Files.readString(home.file("cpu", "kubepods/burstable/pod1/main", "cgroup.procs")))
                    .isEqualTo(child.pid() + "\n");
            assertThat(Files.readString(Path.of("/proc/" + child.pid() + "/cgroup")))
                    .contains("cpuset:/" + name + "/kubepods/burstable/pod1/main");
            child.destroyForcibly().waitFor();
        }

        assertThat(SYSTEM.resolve("cpu").resolve(name)).doesNotExist();
        assertThat(SYSTEM.resolve("memory").resolve(name)).doesNotExist();
    }

    @Test
    void saysWhatIsMissingWhereThereAreNoCgroups() throws IOException {
        Optional<CgroupHome> none =
                CgroupHome.create(temporary, name, temporary.resolve("root")).home();

        assertThat(none).isEmpty();
        assertThat(CgroupHome.create(temporary, name, temporary.resolve("other"))
                        .reason())
                .contains("controller 'cpu'");
    }
}
