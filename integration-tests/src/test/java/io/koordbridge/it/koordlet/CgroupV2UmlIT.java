package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Boots a kernel with control groups version 2 in User Mode Linux, on this file system, and runs the agent's checks there. */
class CgroupV2UmlIT {

    private static final Path KERNEL = Path.of("/usr/bin/linux.uml");
    private static final String MODULE = "koordlet-agent";
    private static final String CHECKS = "io.koordbridge.koordlet.cgroup.CgroupV2Checks";

    @TempDir
    private Path temp;

    @Test
    void theAgentHandlesControlGroupsVersionTwoOnARealKernel() throws IOException {
        Prerequisite.require(
                Files.isExecutable(KERNEL),
                KERNEL + " is missing: install the package user-mode-linux, or run bin/prepare");
        Path results = temp.resolve("results");
        Path log = temp.resolve("uml.log");
        Path init = init(results);
        List<String> line = List.of(
                KERNEL.toString(),
                "rootfstype=hostfs",
                "rootflags=/",
                "rw",
                "mem=768M",
                "uml_dir=" + temp + "/",
                "init=" + init,
                "con=null",
                "con0=null,fd:1");

        try (ChildProcess uml = ChildProcess.start("uml", line, Map.of(), temp, log)) {
            await().atMost(Duration.ofMinutes(4))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() ->
                            isComplete(results) || !ProcessHandle.of(uml.pid()).isPresent());
        }

        assertThat(results).as(tail(log)).exists();
        List<String> lines = Files.readAllLines(results);
        assertThat(lines).as(tail(log)).last().isEqualTo("DONE");
        assertThat(lines.subList(0, lines.size() - 1))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(result -> assertThat(result).startsWith("PASS "));
    }

    /** First process of the guest. The guest's mounts are its own; of this machine it changes only the results. */
    private Path init(Path results) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path script = Files.writeString(temp.resolve("init.sh"), """
                #!/bin/sh
                export PATH=/usr/sbin:/usr/bin:/sbin:/bin
                mount -t proc proc /proc
                mount -t sysfs sys /sys
                mount -t cgroup2 cgroup /sys/fs/cgroup
                %s -XX:+UseSerialGC -Xmx128m -cp %s %s /sys/fs/cgroup %s
                echo "checks ended with $?"
                echo o > /proc/sysrq-trigger
                while :; do sleep 1; done
                """.formatted(java, classPath(), CHECKS, results));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    private static String classPath() {
        ProjectLayout layout = ProjectLayout.find();
        List<String> entries = new ArrayList<>();
        Path checks = layout.root().resolve(MODULE).resolve("target/test-classes");
        assertThat(checks.resolve(CHECKS.replace('.', '/') + ".class"))
                .as("the agent's tests are compiled")
                .exists();
        entries.add(checks.toString());
        entries.addAll(layout.classPath(MODULE));
        return String.join(":", entries);
    }

    private static boolean isComplete(Path results) throws IOException {
        return Files.exists(results) && Files.readString(results).endsWith("DONE\n");
    }

    private static String tail(Path log) throws IOException {
        String text = Files.exists(log) ? Files.readString(log) : "";
        return text.substring(Math.max(0, text.length() - 3_000));
    }
}
