package io.koordbridge.lab.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One executable of the control plane as a child process with a log file of its own. */
final class ControlPlaneProcess {
    private static final int TAIL_LINES = 15;

    private final String name;
    private final Process process;
    private final Path log;

    private ControlPlaneProcess(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
    }

    static ControlPlaneProcess start(Path binaries, String name, List<String> arguments, Path log) {
        List<String> command = new ArrayList<>();
        command.add(binaries.resolve(name).toString());
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            process.getOutputStream().close();
            return new ControlPlaneProcess(name, process, log);
        } catch (IOException failed) {
            throw new UncheckedIOException("starting " + command, failed);
        }
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Asks it to end, and after the patience is over makes it end; returns when it is gone. */
    void stop(Duration patience) {
        process.destroy();
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
                process.waitFor();
            }
        } catch (InterruptedException interrupted) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    void kill() {
        process.destroyForcibly();
    }

    /** The last lines it logged, for the message of a failed start. */
    String lastWords() {
        try {
            List<String> lines =
                    Files.readString(log, StandardCharsets.UTF_8).lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
        } catch (IOException unreadable) {
            return "(" + log + " cannot be read: " + unreadable.getMessage() + ")";
        }
    }
}
