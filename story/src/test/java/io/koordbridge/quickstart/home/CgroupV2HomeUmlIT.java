package io.koordbridge.quickstart.home;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boots a kernel with control groups version 2 in User Mode Linux, on this file system, and runs the checks of a home there. */
class CgroupV2HomeUmlIT {

    private static final Path KERNEL = Path.of("/usr/bin/linux.uml");
    /** The parts of systemd-run that a home relies on; systemd itself cannot run here. */
    private static final String STAND_IN = """
            #!/bin/sh
            for argument in "$@"; do
              case "$argument" in
                --unit=*) unit=${argument#--unit=} ;;
                --slice=*) slice=${argument#--slice=} ;;
              esac
            done
            mkdir -p "/sys/fs/cgroup/$slice/$unit.scope"
            for directory in /sys/fs/cgroup "/sys/fs/cgroup/$slice"; do
              echo "+cpu +memory" > "$directory/cgroup.subtree_control"
            done
            echo $$ > "/sys/fs/cgroup/$slice/$unit.scope/cgroup.procs"
            exec sleep infinity
            """;

    @TempDir
    private Path temp;

    @Test
    void aHomeHoldsAndLimitsProcessesOnVersionTwo() throws IOException {
        Prerequisite.require(
                Files.isExecutable(KERNEL),
                KERNEL + " is missing: install the package user-mode-linux, or run bin/prepare");
        Path results = temp.resolve("results");
        Path log = temp.resolve("uml.log");
        script("systemd-run", STAND_IN);
        Path init = script("init.sh", """
                #!/bin/sh
                export PATH=%1$s:/usr/sbin:/usr/bin:/sbin:/bin
                mount -t proc proc /proc
                mount -t sysfs sys /sys
                mount -t cgroup2 cgroup /sys/fs/cgroup
                %2$s -XX:+UseSerialGC -Xmx64m -cp %3$s %4$s /sys/fs/cgroup %5$s
                echo "checks ended with $?"
                echo o > /proc/sysrq-trigger
                while :; do sleep 1; done
                """.formatted(
                        temp,
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        CgroupV2HomeChecks.class.getName(),
                        results));
        List<String> line = List.of(
                KERNEL.toString(),
                "rootfstype=hostfs",
                "rootflags=/",
                "rw",
                "mem=512M",
                "uml_dir=" + temp + "/",
                "init=" + init,
                "con=null",
                "con0=null,fd:1");

        try (ChildProcess uml = ChildProcess.start("uml", line, Map.of(), temp, log)) {
            uml.awaitExit(Duration.ofMinutes(4));
        }

        assertThat(results).as(tail(log)).exists();
        assertThat(Files.readAllLines(results))
                .as(tail(log))
                .containsExactly(
                        "PASS a home without an owner of the root is a subtree of it",
                        "PASS a subtree holds processes, counts their CPU and limits it",
                        "PASS a scope hands its controllers on",
                        "DONE");
    }

    private Path script(String name, String text) throws IOException {
        Path file = Files.writeString(temp.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String tail(Path log) throws IOException {
        String text = Files.exists(log) ? Files.readString(log) : "";
        return text.substring(Math.max(0, text.length() - 3_000));
    }
}
