package io.koordbridge.quickstart.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupHomeIT {

    private static final Path SYSTEM = Path.of("/sys/fs/cgroup");
    private static final String POD = "kubepods/burstable/pod1/main";
    private final String name = "koordbridge-test-" + ProcessHandle.current().pid();

    @TempDir
    private Path temporary;

    private CgroupHome home;
    private Process child;

    @BeforeEach
    void makeHome() throws IOException {
        boolean usable = Files.isWritable(SYSTEM.resolve("cpu/cgroup.procs"));
        Prerequisite.require(usable, "needs root and writable control groups version 1 below " + SYSTEM);
        home = new CgroupV1Home(SYSTEM, name, temporary.resolve("root"), 2);
        home.create();
        child = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void removeHome() {
        if (home != null) {
            home.close();
            child.destroyForcibly();
        }
    }

    @Test
    void holdsProcessesInAHierarchyOfItsOwnAndLeavesNothing() throws Exception {
        home.make(POD);
        home.place(child.pid(), POD);

        assertThat(Files.readString(home.root().resolve("cpu").resolve(POD).resolve("cgroup.procs")))
                .isEqualTo(child.pid() + "\n");
        assertThat(Files.readString(Path.of("/proc/" + child.pid() + "/cgroup")))
                .contains("cpuset:/" + name + "/" + POD);
        child.destroyForcibly().waitFor();
        home.close();
        requireGone();
    }

    @Test
    void endsWhatStillRunsInIt() throws Exception {
        home.make(POD);
        home.place(child.pid(), POD);

        home.close();

        assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();
        requireGone();
    }

    @Test
    void nothingIsMadeOnceItIsClosed() {
        home.close();

        assertThatThrownBy(() -> home.make(POD)).hasMessage("the run was ended");
        assertThatThrownBy(home::create).hasMessage("the run was ended");
        requireGone();
    }

    private void requireGone() {
        for (String controller : new String[] {"cpu", "cpuacct", "cpuset", "memory", "blkio", "pids"}) {
            assertThat(SYSTEM.resolve(controller).resolve(name)).doesNotExist();
        }
    }
}
