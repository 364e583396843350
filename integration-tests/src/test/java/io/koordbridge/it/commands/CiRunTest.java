package io.koordbridge.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.it.commands.Shell.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real {@code .ci/run} with stages that end at once. */
class CiRunTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path project;

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.createDirectories(project.resolve(".ci"));
        Files.copy(ProjectLayout.find().root().resolve(".ci/run"), project.resolve(".ci/run"));
        Shell.script(project.resolve("bin/prepare"), "echo prepared, CI=$CI\n");
        Shell.script(project.resolve("tools/mvn"), """
                case "$*" in
                  *-Plong*) kind=failsafe tests=2 failures=${LONG_FAILURES:-0} ;;
                  *) kind=surefire tests=${GATE_TESTS:-5} failures=0 ;;
                esac
                mkdir -p module/target/$kind-reports
                report=module/target/$kind-reports/TEST-a.B.xml
                echo "<testsuite name=\\"a.B\\" tests=\\"$tests\\" errors=\\"0\\" skipped=\\"1\\" failures=\\"$failures\\" flakes=\\"${FLAKES:-0}\\">" >$report
                [ -z "${FLAKES:-}" ] || printf '<testcase name="shaky" classname="a.B" time="1">\\n<flakyFailure>\\n' >>$report
                exit $failures
                """);
    }

    @Test
    void runsEveryStageAndEndsWithTheSumOfTheReports() throws Exception {
        Outcome outcome = run(Map.of());

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("prepared, CI=true", "-Dstyle.color=never verify\n", "verify -Plong")
                .containsPattern("gate +\\d+ s +4 passed, 0 failed, 0 flaky, 1 skipped  ok");
        assertThat(outcome.lastLine()).isEqualTo("5 passed, 0 failed");
    }

    @Test
    void aFailedTestFailsTheRun() throws Exception {
        Outcome outcome = run(Map.of("LONG_FAILURES", "1"));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).containsPattern("long +\\d+ s .*FAILED: exit code 1");
        assertThat(outcome.lastLine()).isEqualTo("4 passed, 1 failed");
    }

    @Test
    void aStageWithoutAReportThatFailsIsCounted() throws Exception {
        Shell.script(project.resolve("bin/prepare"), "exit 3\n");

        Outcome outcome = run(Map.of());

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).containsPattern("prepare +\\d+ s .*FAILED: exit code 3");
        assertThat(outcome.lastLine()).isEqualTo("5 passed, 1 failed");
    }

    @Test
    void aGateThatRunsNoTestIsNoSuccess() throws Exception {
        Outcome outcome = run(Map.of("GATE_TESTS", "1"));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output())
                .containsPattern("gate +\\d+ s +0 passed, 1 failed, 0 flaky, 1 skipped  FAILED: no test ran");
        assertThat(outcome.lastLine()).isEqualTo("1 passed, 1 failed");
    }

    @Test
    void aTestThatPassedWhenTriedAgainIsNamed() throws Exception {
        Outcome outcome = run(Map.of("FLAKES", "1"));

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("ci: flaky: shaky of a.B\n", "ci: 2 of them passed when they were tried again\n")
                .containsPattern("gate +\\d+ s +4 passed, 0 failed, 1 flaky, 1 skipped  ok");
        assertThat(outcome.lastLine()).isEqualTo("5 passed, 0 failed");
    }

    @Test
    void aStageThatHangsIsEndedAndNamed() throws Exception {
        Shell.script(project.resolve("bin/prepare"), "sleep 600\n");

        Outcome outcome = run(Map.of("CI_TOTAL_SECONDS", "2"));

        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.output()).containsPattern("prepare +\\d+ s .*FAILED: no end within its limit of 2 s");
    }

    private Outcome run(Map<String, String> environment) throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(environment);
        all.put("CI", "true");
        all.put("PATH", project.resolve("tools") + ":" + System.getenv("PATH"));
        return Shell.run(project, PATIENCE, all, ".ci/run");
    }
}
