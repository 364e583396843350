package io.koordbridge.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    void writesItsOutputToTheLogAndReportsItsExitCode() {
        ChildProcess child = shell("echo hello; echo world 1>&2; exit 3", Map.of());

        assertThat(child.awaitExit(LONG)).isTrue();
        assertThat(child.exitCode()).hasValue(3);
        assertThat(child.logTail(5)).isEqualTo("hello\nworld");
        assertThat(child.logTail(1)).isEqualTo("world");
    }

    @Test
    void namesTheExitCodeAndTheLogOfAChildThatShouldStillRun() {
        ChildProcess child = shell("echo broken configuration; exit 7", Map.of());
        child.awaitExit(LONG);

        assertThatIllegalStateException()
                .isThrownBy(child::requireAlive)
                .withMessageContainingAll("ended with 7", "broken configuration");
    }

    @Test
    void knowsTheResidentMemoryOfALivingChildOnly() {
        try (ChildProcess child = shell("read line < <(sleep 60)", Map.of())) {
            // Between fork and exec there is hardly any memory.
            await().until(() -> child.residentBytes().orElse(0) > 100_000);
            child.stop(SHORT);
            assertThat(child.residentBytes()).isEmpty();
        }
    }

    @Test
    void killsAChildThatIgnoresTheRequestToEnd() {
        ChildProcess child = shell("trap '' TERM; while :; do sleep 1; done", Map.of());

        child.stop(SHORT);

        assertThat(child.isAlive()).isFalse();
    }

    @Test
    void endsAGrandchildThatLeftTheProcessTree() {
        ChildProcess child = shell("setsid sleep 300 & exit 0", Map.of());
        child.awaitExit(LONG);
        await().atMost(LONG).until(() -> !child.marker().processes().isEmpty());

        child.close();

        assertThat(child.marker().processes()).isEmpty();
    }

    @Test
    void aCrashLeavesWhatTheChildStartedToItsSuccessor() {
        ProcessMarker marker = ProcessMarker.unique();
        Map<String, String> environment = Map.of(ProcessMarker.VARIABLE, marker.value());
        ChildProcess first = shell("setsid sleep 300 & while :; do sleep 1; done", environment);
        await().atMost(LONG).until(() -> marker.processes().size() >= 2);
        first.crash();
        assertThat(marker.processes()).isNotEmpty();

        ChildProcess second = shell("sleep 300", environment);
        second.stop(SHORT);

        assertThat(marker.processes()).isEmpty();
    }

    @Test
    void startsAJvmWithClassPathAndArguments() {
        JavaCommand command = JavaCommand.of("version", "com.sun.tools.javac.Main")
                .jvmArguments(List.of("-Xmx64m"))
                .classPath(List.of(directory.toString()))
                .arguments(List.of("-version"));

        try (ChildProcess child = command.start(directory, directory.resolve("version.log"))) {
            assertThat(child.awaitExit(LONG)).isTrue();
            assertThat(child.logTail(1)).startsWith("javac ");
        }
    }

    private ChildProcess shell(String script, Map<String, String> environment) {
        return ChildProcess.start(
                "shell", List.of("bash", "-c", script), environment, directory, directory.resolve("shell.log"));
    }
}
