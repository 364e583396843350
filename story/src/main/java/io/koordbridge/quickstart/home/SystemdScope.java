package io.koordbridge.quickstart.home;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A transient scope with {@code Delegate=yes}: systemd leaves everything below its directory to us. A process that does nothing
 * holds it open.
 */
final class SystemdScope implements AutoCloseable {

    private static final int ROUNDS = 100;
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final String SLICE = "system.slice";

    private final Path system;
    private final String name;
    private @Nullable Process holder;

    SystemdScope(Path system, String name) {
        this.system = system;
        this.name = name;
    }

    /** {@code systemd-run --scope} becomes the program that it starts, so our child is the scope's process. */
    List<String> command() {
        return List.of(
                "systemd-run",
                "--scope",
                "--quiet",
                "--collect",
                "--unit=" + name,
                "--slice=" + SLICE,
                "--property=Delegate=yes",
                "sleep",
                "infinity");
    }

    Path expectedDirectory(Path cgroups) {
        return cgroups.resolve(SLICE).resolve(name + ".scope");
    }

    /**
     * Starts it and waits until its process is in it.
     *
     * @throws IOException with what systemd said
     */
    void start() throws IOException {
        Process started = new ProcessBuilder(command())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        holder = started;
        Path members = expectedDirectory(system).resolve("cgroup.procs");
        for (int round = 0; round < ROUNDS; round++) {
            if (!started.isAlive()) {
                String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                throw new IOException("systemd-run made no scope: " + said.strip());
            }
            if (Files.exists(members) && Files.readAllLines(members).contains(Long.toString(started.pid()))) {
                return;
            }
            LockSupport.parkNanos(ROUND_NANOS);
        }
        throw new IOException("systemd-run did not enter " + members.getParent() + " in "
                + TimeUnit.NANOSECONDS.toSeconds(ROUNDS * ROUND_NANOS) + " s");
    }

    long pid() {
        Process started = holder;
        if (started == null) {
            throw new IllegalStateException("the scope was not started");
        }
        return started.pid();
    }

    @Override
    public void close() {
        Process started = holder;
        if (started != null) {
            started.destroyForcibly();
        }
    }
}
