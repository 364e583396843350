package io.koordbridge.quickstart.load;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.quickstart.summary.Latency;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/** The online service as a child process whose load can be set, and which measures its own response times. */
public final class OnlineProcess implements AutoCloseable {

    private final Path control;
    private final ChildProcess process;
    private volatile long milliCpu;

    private OnlineProcess(Path control, ChildProcess process) {
        this.control = control;
        this.process = process;
    }

    /** Starts it at rest. */
    public static OnlineProcess start(List<String> classPath, Path directory, Path log) {
        Path control = directory.resolve("online-load");
        write(control, "0 rest");
        JavaCommand command = JavaCommand.of("online-service", OnlineService.class.getName())
                .classPath(classPath)
                .jvmArguments(List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"))
                .arguments(List.of(control.toString()));
        return new OnlineProcess(control, command.start(directory, log));
    }

    /**
     * Sets the load; it takes effect within a tenth of a second.
     *
     * @param part of the run that begins with it; its response times can be had once the next one has begun
     */
    public void load(long wantedMilliCpu, String part) {
        milliCpu = wantedMilliCpu;
        write(control, wantedMilliCpu + " " + part);
    }

    /** Response times of a part that has ended; empty until they are there. */
    public Optional<Latency> latency(String part) {
        Path file = control.resolveSibling(control.getFileName() + "." + part);
        try {
            return Files.exists(file) ? Latency.parse(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    public long milliCpu() {
        return milliCpu;
    }

    public long pid() {
        return process.pid();
    }

    private static void write(Path control, String text) {
        try {
            Path next = control.resolveSibling(control.getFileName() + ".next");
            Files.writeString(next, text);
            Files.move(next, control, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set the load in " + control, e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
