package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessMarker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** What both daemons share: a small JVM and how to wait for its readiness. */
final class DaemonJvm {
    static final Duration READY_TIMEOUT = Duration.ofMinutes(2);
    static final Duration STOP_GRACE = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(200);

    private DaemonJvm() {}

    /** The configuration comes first on the class path, as Hadoop's own scripts have it. */
    static JavaCommand command(
            String name, HadoopRuntime runtime, Path configuration, int heapMegabytes, String mainClass) {
        return JavaCommand.of(name, mainClass)
                .classPath(List.of(configuration.toString()))
                .jvmArguments(runtime.jvmArguments())
                .jvmArguments(List.of(
                        "-Xmx" + heapMegabytes + "m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.net.preferIPv4Stack=true",
                        "-Dhadoop.home.dir=" + configuration.getParent()));
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
