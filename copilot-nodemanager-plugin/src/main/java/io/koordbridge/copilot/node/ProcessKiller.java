package io.koordbridge.copilot.node;

import io.koordbridge.copilot.cgroup.CgroupPlacer;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGKILL to all processes in a container's groups. Never to a process group: the wrapper of a container is in the NodeManager's own. By the
 * command that is part of bash, which Hadoop needs as well: not every image has a program kill.
 */
final class ProcessKiller {
    private static final Logger log = LoggerFactory.getLogger(ProcessKiller.class);
    private static final int MAX_ROUNDS = 5;
    private static final long KILL_SECONDS = 2;

    private final CgroupPlacer placer;

    ProcessKiller(CgroupPlacer placer) {
        this.placer = placer;
    }

    void kill(String containerId) {
        Path unified = placer.groups(containerId).get("unified");
        if (unified != null && killedByKernel(unified.resolve("cgroup.kill"))) {
            return;
        }
        // A process may fork between the look and the signal.
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Set<Long> pids = placer.processes(containerId);
            if (pids.isEmpty()) {
                return;
            }
            signal(pids);
        }
    }

    private static boolean killedByKernel(Path file) {
        try {
            Files.write(file, "1".getBytes(StandardCharsets.US_ASCII));
            return true;
        } catch (IOException e) {
            // Kernels before 5.14 have no such file.
            return false;
        }
    }

    private static void signal(Set<Long> pids) {
        StringBuilder command = new StringBuilder("kill -9");
        for (long pid : pids) {
            if (pid > 1) {
                command.append(' ').append(pid);
            }
        }
        try {
            File sink = new File("/dev/null");
            Process kill = new ProcessBuilder("bash", "-c", command.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(sink)
                    .start();
            if (!kill.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
                kill.destroyForcibly();
            }
        } catch (IOException e) {
            log.warn("Processes could not be killed pids={}", pids, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
