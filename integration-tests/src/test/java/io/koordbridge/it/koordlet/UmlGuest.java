package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A kernel with control groups version 2 in User Mode Linux, on this file system. */
final class UmlGuest {
    private static final Path KERNEL = Path.of("/usr/bin/linux.uml");
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private UmlGuest() {}

    /**
     * Boots, mounts the hierarchy at {@code /sys/fs/cgroup}, runs the commands and goes off. The guest's mounts are its own; of this
     * machine it changes only what the commands write.
     *
     * @param options of the mount of the hierarchy
     * @param results file that the commands write and whose last line is DONE
     * @return its lines before that one
     */
    static List<String> run(Path temp, String options, String commands, Path results) throws IOException {
        Prerequisite.require(
                Files.isExecutable(KERNEL),
                KERNEL + " is missing: install the package user-mode-linux, or run bin/prepare");
        Path log = temp.resolve("uml.log");
        List<String> line = List.of(
                KERNEL.toString(),
                "rootfstype=hostfs",
                "rootflags=/",
                "rw",
                "mem=768M",
                "uml_dir=" + temp + "/",
                "init=" + init(temp, options, commands),
                "con=null",
                "con0=null,fd:1");
        try (ChildProcess uml = ChildProcess.start("uml", line, Map.of(), temp, log)) {
            await().atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() ->
                            isComplete(results) || !ProcessHandle.of(uml.pid()).isPresent());
        }
        assertThat(results).as(tail(log)).exists();
        List<String> lines = Files.readAllLines(results);
        assertThat(lines).as(tail(log)).last().isEqualTo("DONE");
        return lines.subList(0, lines.size() - 1);
    }

    /** First process of the guest. */
    private static Path init(Path temp, String options, String commands) throws IOException {
        Path script = Files.writeString(temp.resolve("init.sh"), """
                #!/bin/sh
                export PATH=/usr/sbin:/usr/bin:/sbin:/bin
                mount -t proc proc /proc
                mount -t sysfs sys /sys
                mount -t cgroup2 -o %s cgroup /sys/fs/cgroup
                %s
                echo "commands ended with $?"
                echo o > /proc/sysrq-trigger
                while :; do sleep 1; done
                """.formatted(options, commands));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }

    private static boolean isComplete(Path results) throws IOException {
        return Files.exists(results) && Files.readString(results).endsWith("DONE\n");
    }

    private static String tail(Path log) throws IOException {
        String text = Files.exists(log) ? Files.readString(log) : "";
        return text.substring(Math.max(0, text.length() - 3_000));
    }
}
