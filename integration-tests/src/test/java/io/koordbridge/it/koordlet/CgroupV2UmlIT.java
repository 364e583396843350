package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the agent's checks on a kernel with control groups version 2. */
class CgroupV2UmlIT {

    private static final String MODULE = "koordlet-agent";
    private static final String CHECKS = "io.koordbridge.koordlet.cgroup.CgroupV2Checks";

    private static final String AGENT_CHECKS = "io.koordbridge.koordlet.app.CgroupV2AgentChecks";
    private static final String AGENT = "io.koordbridge.koordlet.app.KoordletMain";
    private static final Logger LOG = LoggerFactory.getLogger(CgroupV2UmlIT.class);

    @TempDir
    private Path temp;

    @Test
    void theAgentHandlesControlGroupsVersionTwoOnARealKernel() throws IOException {
        Path results = temp.resolve("results");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String checks = "%s -XX:+UseSerialGC -Xmx128m -cp %s %s /sys/fs/cgroup %s"
                .formatted(java, classPath(), CHECKS, results);

        assertThat(UmlGuest.run(temp, "rw", checks, results))
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(result -> assertThat(result).startsWith("PASS "));
    }

    /** The agent as it is shipped, in a process of its own, with an API server beside it in the guest. */
    @Test
    @Tag("long")
    void theAgentAsAProcessLimitsSuppressesEvictsAndGivesBackOnControlGroupsVersionTwo() throws IOException {
        Path results = temp.resolve("results");
        Path work = Files.createDirectory(temp.resolve("work"));
        ProjectLayout layout = ProjectLayout.find();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> agent = new ArrayList<>(List.of(java));
        agent.addAll(layout.jvmOptions(MODULE));
        agent.addAll(List.of("-cp", String.join(":", layout.classPath(MODULE)), AGENT));
        String checks =
                "ip link set lo up\n%s -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m -cp %s %s /sys/fs/cgroup %s %s %s"
                        .formatted(
                                java,
                                classPath() + ":" + System.getProperty("java.class.path"),
                                AGENT_CHECKS,
                                results,
                                work,
                                String.join(" ", agent));

        List<String> lines = UmlGuest.run(temp, "rw", checks, results);
        lines.forEach(line -> LOG.info("{}", line));

        assertThat(lines).hasSize(6).allSatisfy(result -> assertThat(result).startsWith("PASS "));
    }

    private static String classPath() {
        ProjectLayout layout = ProjectLayout.find();
        List<String> entries = new ArrayList<>();
        Path checks = layout.root().resolve(MODULE).resolve("target/test-classes");
        assertThat(checks.resolve(CHECKS.replace('.', '/') + ".class"))
                .as("the agent's tests are compiled")
                .exists();
        entries.add(checks.toString());
        entries.addAll(layout.classPath(MODULE));
        return String.join(":", entries);
    }
}
