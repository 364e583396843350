package io.koordbridge.quickstart.world;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One of our executables as a child process, started as its start script does: shipped libraries and JVM options. */
public final class ProductProcess implements AutoCloseable {

    private final ChildProcess process;
    private final AtomicLong highestResidentBytes = new AtomicLong();

    private ProductProcess(ChildProcess process) {
        this.process = process;
    }

    /** Where an executable comes from. */
    public record Executable(String name, String module, String mainClass) {}

    /** Starts it. */
    public static ProductProcess start(
            ProjectLayout layout, Executable executable, List<String> arguments, Path directory, Path log) {
        JavaCommand command = JavaCommand.of(executable.name(), executable.mainClass())
                .classPath(layout.classPath(executable.module()))
                .jvmArguments(layout.jvmOptions(executable.module()))
                .jvmArguments(List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + directory.resolve("tmp")))
                .arguments(arguments);
        return new ProductProcess(command.start(directory, log));
    }

    /** Notes the memory in use now. */
    public void look() {
        process.residentBytes().ifPresent(bytes -> highestResidentBytes.accumulateAndGet(bytes, Math::max));
    }

    /** Most resident memory seen. */
    public long highestResidentBytes() {
        return highestResidentBytes.get();
    }

    public String name() {
        return process.name();
    }

    public long pid() {
        return process.pid();
    }

    /** Fails with the end of its log when it has ended. */
    public void requireAlive() {
        process.requireAlive();
    }

    @Override
    public void close() {
        process.close();
    }
}
