package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessMarker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** What both daemons share: a small JVM and how to wait for its readiness. */
final class DaemonJvm {
    static final Duration READY_TIMEOUT = Duration.ofMinutes(2);
    static final Duration STOP_GRACE = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(200);

    private DaemonJvm() {}

    /**
     * The configuration comes first on the class path, as Hadoop's own scripts have it; what the daemon unpacks while it runs
     * stays beside it, also when the daemon is killed.
     */
    static JavaCommand command(
            String name, HadoopRuntime runtime, Path configuration, int heapMegabytes, String mainClass) {
        Path home = Objects.requireNonNull(configuration.toAbsolutePath().getParent());
        return JavaCommand.of(name, mainClass)
                .classPath(List.of(configuration.toString()))
                .jvmArguments(runtime.jvmArguments())
                .jvmArguments(List.of(
                        "-Xmx" + heapMegabytes + "m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:-UsePerfData",
                        "-Djava.net.preferIPv4Stack=true",
                        "-Djava.io.tmpdir=" + temporaryDirectory(home),
                        "-Dhadoop.home.dir=" + home));
    }

    private static Path temporaryDirectory(Path home) {
        try {
            return Files.createDirectories(home.resolve("tmp"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + home.resolve("tmp"), e);
        }
    }

    static JavaCommand withMarker(JavaCommand command, ProcessMarker marker) {
        return command.environment(ProcessMarker.VARIABLE, marker.value());
    }

    static void await(String what, Duration timeout, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(timeout)
                .pollDelay(POLL)
                .pollInterval(POLL)
                .until(condition);
    }
}
