package io.koordbridge.lab.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A program started by us, until {@link #stop} or {@link #close} ended it and everything it started. */
public final class ChildProcess implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ChildProcess.class);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration KILL_WAIT = Duration.ofSeconds(10);
    private static final int MAX_KILL_ROUNDS = 5;

    private final String name;
    private final Process process;
    private final Path logFile;
    private final ProcessMarker marker;

    private ChildProcess(String name, Process process, Path logFile, ProcessMarker marker) {
        this.name = name;
        this.process = process;
        this.logFile = logFile;
        this.marker = marker;
    }

    /**
     * Starts any command line. A marker already in {@code environment} is kept, so that a process and its successor can be ended as
     * one.
     */
    public static ChildProcess start(
            String name, List<String> line, Map<String, String> environment, Path workDirectory, Path logFile) {
        String given = environment.get(ProcessMarker.VARIABLE);
        ProcessMarker marker = given == null ? ProcessMarker.unique() : new ProcessMarker(given);
        try {
            Files.createDirectories(workDirectory);
            Files.createDirectories(logFile.toAbsolutePath().getParent());
            ProcessBuilder builder = new ProcessBuilder(line)
                    .directory(workDirectory.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
            builder.environment().putAll(environment);
            builder.environment().put(ProcessMarker.VARIABLE, marker.value());
            Process process = builder.start();
            log.info("Started process name={} pid={} log={}", name, process.pid(), logFile);
            return new ChildProcess(name, process, logFile, marker);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name + " in " + workDirectory, e);
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public Path logFile() {
        return logFile;
    }

    public ProcessMarker marker() {
        return marker;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Everything in its process tree at this moment, without itself. */
    public List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** Empty while it runs. */
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Resident memory of the process itself; empty when it is gone. */
    public OptionalLong residentBytes() {
        return process.isAlive() ? ProcessMemory.residentBytes(process.pid()) : OptionalLong.empty();
    }

    /** Waits for its end; false when it still runs after {@code timeout}. */
    public boolean awaitExit(Duration timeout) {
        try {
            return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The last lines of its log, for messages about a failure. */
    public String logTail(int lines) {
        try {
            List<String> all = new String(Files.readAllBytes(logFile), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (IOException e) {
            return "(no log: " + e.getMessage() + ")";
        }
    }

    /** Throws with the log's end if the process has ended; to be called while waiting for it to become ready. */
    public void requireAlive() {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    name + " ended with " + process.exitValue() + "; end of " + logFile + ":\n" + logTail(40));
        }
    }

    /** SIGKILL only to the process: a crash. What it started stays and is ended by {@link #stop}. */
    public void crash() {
        process.destroyForcibly();
        awaitExit(KILL_WAIT);
    }

    /** SIGSTOP: it stands still, as on a machine that was suspended, until {@link #thaw}. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGCONT. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String signal) {
        try {
            int code = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + signal + " " + process.pid() + " ended with " + code);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot signal " + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** SIGTERM, then after {@code grace} SIGKILL; in the end SIGKILL to all remaining children. */
    public void stop(Duration grace) {
        Set<ProcessHandle> started = new LinkedHashSet<>(process.descendants().toList());
        if (process.isAlive()) {
            process.destroy();
            if (!awaitExit(grace)) {
                log.warn("Process did not end in time, killing name={} pid={} grace={}", name, process.pid(), grace);
                started.addAll(process.descendants().toList());
                process.destroyForcibly();
                awaitExit(KILL_WAIT);
            }
        }
        // Killing a shell may still let it fork once: repeat until no process is left.
        for (int round = 0; round < MAX_KILL_ROUNDS; round++) {
            started.addAll(marker.processes());
            started.removeIf(handle -> !handle.isAlive());
            if (started.isEmpty()) {
                return;
            }
            started.forEach(ProcessHandle::destroyForcibly);
            awaitEnd(started);
        }
        log.error(
                "Processes are left name={} pids={}",
                name,
                started.stream().map(ProcessHandle::pid).toList());
    }

    @Override
    public void close() {
        stop(GRACE);
    }

    private static void awaitEnd(Set<ProcessHandle> handles) {
        CompletableFuture<?>[] ends =
                handles.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(ends).get(KILL_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("Still waiting for killed processes", e);
        }
    }

    @Override
    public String toString() {
        return name + "[" + process.pid() + "]";
    }
}
