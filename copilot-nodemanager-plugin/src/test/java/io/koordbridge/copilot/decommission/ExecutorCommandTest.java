package io.koordbridge.copilot.decommission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutorCommandTest {
    private static final String BACKEND = "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend";

    @Test
    void theJvmOfAnExecutorIsOne() {
        assertThat(ExecutorCommand.matches(List.of(
                        "/usr/lib/jvm/17/bin/java",
                        "-server",
                        "-Xmx1024m",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-Djava.io.tmpdir=/data/tmp",
                        BACKEND,
                        "--driver-url",
                        "spark://x")))
                .isTrue();
        assertThat(ExecutorCommand.matches(
                        List.of("java", "-cp", "a.jar", "org.apache.spark.executor.CoarseGrainedExecutorBackend")))
                .isTrue();
    }

    @Test
    void theShellThatStartsItIsNone() {
        assertThat(ExecutorCommand.matches(
                        List.of("/bin/bash", "-c", "/usr/lib/jvm/17/bin/java -server " + BACKEND + " --driver-url x")))
                .isFalse();
        assertThat(ExecutorCommand.matches(List.of("bash", "-c", BACKEND))).isFalse();
        assertThat(ExecutorCommand.matches(List.of("bash", BACKEND))).isFalse();
    }

    @Test
    void anotherProgramWithTheNameInItsArgumentsIsNone() {
        assertThat(ExecutorCommand.matches(List.of("java", "-Xmx1g", "com.example.Main", BACKEND)))
                .isFalse();
        assertThat(ExecutorCommand.matches(List.of("java", "-cp", BACKEND, "com.example.Main")))
                .isFalse();
        assertThat(ExecutorCommand.matches(List.of("java", "-jar", "x.jar", BACKEND)))
                .isFalse();
        assertThat(ExecutorCommand.matches(List.of("java", "-D" + BACKEND))).isFalse();
        assertThat(ExecutorCommand.matches(List.of("java", "org.apache.spark.deploy.yarn.ApplicationMaster")))
                .isFalse();
        assertThat(ExecutorCommand.matches(List.of("java", "-cp"))).isFalse();
        assertThat(ExecutorCommand.matches(List.of("/opt/java/", BACKEND))).isFalse();
        assertThat(ExecutorCommand.matches(List.of())).isFalse();
    }
}
