package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus itself reads the alarms, and fires them when they should. */
class AlarmRulesIT {

    private static final Path TOOL = Path.of("/usr/bin/promtool");
    private static final String TESTS = "alarms-of-yarn.yaml";
    private static final ProjectLayout LAYOUT = ProjectLayout.find();

    @TempDir
    Path directory;

    @BeforeEach
    void copy() throws IOException {
        Prerequisite.require(Files.isExecutable(TOOL), "promtool, of the package prometheus of Debian (bin/prepare)");
        Files.copy(LAYOUT.root().resolve("charts/koord-bridge/files/alarms.yaml"), directory.resolve("alarms.yaml"));
        Path tests = LAYOUT.root()
                .resolve("integration-tests/src/test/resources/chart")
                .resolve(TESTS);
        Files.copy(tests, directory.resolve(TESTS));
    }

    private void succeeds(String what, String file) {
        try (ChildProcess tool = ChildProcess.start(
                "promtool",
                List.of(TOOL.toString(), what, "rules", file),
                Map.of(),
                directory,
                directory.resolve(what + ".log"))) {
            assertThat(tool.awaitExit(PatientAwaits.PATIENCE)).isTrue();
            assertThat(tool.exitCode()).as(tool.logTail(100)).hasValue(0);
        }
    }

    @Test
    void everyRuleIsValid() {
        succeeds("check", "alarms.yaml");
    }

    @Test
    void alarmsOfYarnFireWhenTheyShould() {
        succeeds("test", TESTS);
    }
}
