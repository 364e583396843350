package io.koordbridge.it.chart;

import static io.koordbridge.it.chart.HadoopChart.nodeManager;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pod of a NodeManager that is deleted waits for its containers. */
class HadoopDrainTest {

    @ParameterizedTest
    @CsvSource({"600, 60, 660, 620", "600, 120, 720, 680", "600, 45, 645, 605", "7200, 30, 7230, 7200"})
    void thePodWaitsLongerThanTheOperatorDoesAndTheNodeManagerHasTimeAfterIt(
            int drain, int after, long both, int hook) {
        PodSpec pod = nodeManager(
                        "nodeManager.drainDeadlineSeconds=" + drain,
                        "nodeManager.terminationGracePeriodSeconds=" + after)
                .getSpec();

        assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(both);
        assertThat(hook(pod)).last().asString().contains(" " + hook + " ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"StatefulSet", "DaemonSet"})
    void allPodsWaitUnlessToldOtherwise(String mode) {
        List<String> hook = hook(mode.equals("StatefulSet") ? nodeManager().getSpec() : daemonSet());

        assertThat(hook).last().asString().contains("WaitForDrain", " 620 ");
    }

    private static PodSpec daemonSet() {
        return Rendered.named(HadoopChart.render("nodeManager.mode=DaemonSet"), DaemonSet.class, "hadoop-nodemanager")
                .getSpec()
                .getTemplate()
                .getSpec();
    }

    @Test
    void withoutADeadlineItDoesNotWait() {
        PodSpec pod = nodeManager("nodeManager.drainDeadlineSeconds=0").getSpec();

        assertThat(main(pod).getLifecycle()).isNull();
        assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(60L);
        assertThatThrownBy(() -> nodeManager("nodeManager.drainDeadlineSeconds=-1"))
                .hasMessageContaining("/nodeManager/drainDeadlineSeconds");
    }

    @Test
    void asksThePluginByTheJavaOfTheImage(@TempDir Path home) throws Exception {
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$JAVA_TOOL_OPTIONS\" \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(run(hook(nodeManager().getSpec()), home))
                .doesNotContain("-javaagent")
                .endsWith("-cp /plugin/* io.koordbridge.copilot.drain.WaitForDrain"
                        + " /var/run/yarn-copilot/yarn-copilot.sock 620 /proc/1/fd/1\n");
    }

    private static String run(List<String> command, Path home) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", home.toString());
        builder.environment().put("JAVA_TOOL_OPTIONS", "-javaagent:of-the-daemon.jar");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static List<String> hook(PodSpec pod) {
        return main(pod).getLifecycle().getPreStop().getExec().getCommand();
    }

    private static Container main(PodSpec pod) {
        return pod.getContainers().get(0);
    }
}
