package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the agent and the plugin do with control groups version 2, on a kernel that has them. */
class CgroupV2KernelIT {

    private static final String MODULE = "koordlet-agent";
    private static final String CHECKS = "io.koordbridge.koordlet.cgroup.CgroupV2Checks";
    private static final String IDENTITY_CHECKS = "io.koordbridge.koordlet.qos.identity.IdentityV2Checks";
    private static final String PLUGIN_MODULE = "copilot-nodemanager-plugin";
    private static final String PLUGIN_CHECKS = "io.koordbridge.copilot.cgroup.CgroupV2PluginChecks";
    private static final String UNDO_CHECKS = "io.koordbridge.koordlet.app.CgroupV2UndoChecks";
    private static final String AGENT = "io.koordbridge.koordlet.app.KoordletMain";
    /** Short lives, emulated: a compiler that optimises costs more than it gives. */
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java")
            + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx128m";

    private static final Logger LOG = LoggerFactory.getLogger(CgroupV2KernelIT.class);

    @TempDir
    private Path temp;

    @Test
    void agentAndPluginHandleControlGroupsVersionTwo() throws IOException {
        Path results = temp.resolve("results");
        String script = String.join(
                " && ",
                "%s -cp %s %s /sys/fs/cgroup %s".formatted(JAVA, agentClassPath(), CHECKS, results),
                "%s -cp %s:%s %s /sys/fs/cgroup %s"
                        .formatted(
                                JAVA,
                                agentClassPath(),
                                System.getProperty("java.class.path"),
                                IDENTITY_CHECKS,
                                results),
                "%s -cp %s %s %s".formatted(JAVA, pluginClassPath(), PLUGIN_CHECKS, results));

        List<String> lines = new VmGuest(temp, Duration.ofMinutes(10)).run(script, results);

        assertThat(lines).hasSize(23).allSatisfy(result -> assertThat(result).startsWith("PASS "));
    }

    /** The agent as it is shipped, in a process, with an API server in the guest. */
    @Test
    @Tag("soak")
    void theTreeIsAsItWasHoweverTheAgentEnds() throws IOException {
        assertThat(withAgent("shipped"))
                .hasSize(3)
                .allSatisfy(result -> assertThat(result).startsWith("PASS "));
    }

    /** At each stage of a change. */
    @Test
    @Tag("soak")
    void theTreeIsAsItWasWheneverTheAgentIsKilled() throws IOException {
        assertThat(withAgent("all"))
                .hasSize(6)
                .allSatisfy(result -> assertThat(result).startsWith("PASS "));
    }

    private List<String> withAgent(String checks) throws IOException {
        Path results = temp.resolve("results");
        ProjectLayout layout = ProjectLayout.find();
        List<String> agent = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        agent.addAll(layout.jvmOptions(MODULE));
        agent.addAll(List.of("-cp", String.join(":", layout.classPath(MODULE)), AGENT));
        // Sockets and files that are written often are the guest's own.
        String script = "mkdir /run/work && %s -cp %s:%s %s %s /sys/fs/cgroup %s /run/work %s"
                .formatted(
                        JAVA,
                        agentClassPath(),
                        System.getProperty("java.class.path"),
                        UNDO_CHECKS,
                        checks,
                        results,
                        String.join(" ", agent));
        List<String> lines = new VmGuest(temp, Duration.ofMinutes(45)).run(script, results);
        lines.forEach(line -> LOG.info("{}", line));
        return lines;
    }

    private static String pluginClassPath() {
        Path target = ProjectLayout.find().root().resolve(PLUGIN_MODULE).resolve("target");
        // What its tests need is on this class path.
        return compiled(PLUGIN_MODULE, PLUGIN_CHECKS) + ":" + target.resolve("classes") + ":"
                + System.getProperty("java.class.path");
    }

    private static String agentClassPath() {
        return compiled(MODULE, CHECKS) + ":"
                + String.join(":", ProjectLayout.find().classPath(MODULE));
    }

    private static Path compiled(String module, String checks) {
        Path classes = ProjectLayout.find().root().resolve(module).resolve("target/test-classes");
        assertThat(classes.resolve(checks.replace('.', '/') + ".class"))
                .as("the tests of " + module + " are compiled")
                .exists();
        return classes;
    }
}
