package io.koordbridge.yarnoperator.miniyarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.copilot.CopilotAuxService;
import io.koordbridge.testkit.log.CapturedLog;
import io.koordbridge.testkit.log.CapturedLog.Line;
import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** A NodeManager whose configuration names the plugin incompletely, or twice. */
class PluginPartsIT {

    private final MiniYarn yarn = MiniYarn.shared();

    @Test
    void saysThatTheListenerIsMissing() throws IOException {
        assertThat(health("no-listener", "yarn.nodemanager.container-state-transition-listener.classes", ""))
                .contains("the lease is not applied: CopilotNmListener is not configured");
    }

    @Test
    void saysThatTheExecutorIsMissing() throws IOException {
        assertThat(health(
                        "no-executor",
                        "yarn.nodemanager.container-executor.class",
                        "org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor"))
                .contains("containers are not placed in cgroups: CopilotContainerExecutor is not configured");
    }

    private String health(String name, String key, String value) throws IOException {
        try (MiniNode node = yarn.join(name, 2, Map.of(key, value, "koordbridge.copilot.cgroup.enabled", "true"))) {
            await().until(() -> Files.exists(node.plugin().socket()));
            return node.copilot().health();
        }
    }

    @Test
    void saysThatItIsThereTwice() {
        Path classes = Path.of(CopilotAuxService.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        try (CapturedLog log = CapturedLog.of(CopilotAuxService.class);
                MiniNode node = yarn.join(
                        "twice", 2, Map.of("yarn.nodemanager.aux-services.copilot.classpath", classes.toString()))) {
            assertThat(node.plugin().socket()).doesNotExist();
            assertThat(log.lines(Level.ERROR))
                    .extracting(Line::text)
                    .containsExactly("Copilot serves no API: its auxiliary service is a second copy, loaded by"
                            + " yarn.nodemanager.aux-services.copilot.classpath; remove that key");
        }
    }
}
