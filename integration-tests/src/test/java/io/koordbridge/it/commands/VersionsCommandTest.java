package io.koordbridge.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.commands.Shell.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The real {@code bin/versions} with a Maven that writes reports and a {@code bin/lab} that builds nothing. */
class VersionsCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String BEFORE = "# Versions\n\n<!-- bin/versions: begin -->\n";
    private static final String AFTER = "<!-- bin/versions: end -->\n\nMore words.\n";

    @TempDir
    private Path project;

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.createDirectories(project.resolve("bin"));
        Files.copy(ProjectLayout.find().root().resolve("bin/versions"), project.resolve("bin/versions"));
        Files.createDirectories(project.resolve("docs/guide"));
        Files.writeString(page(), BEFORE + AFTER);
        Path tests = Files.createDirectories(project.resolve("integration-tests/src/test/java"));
        Files.writeString(tests.resolve("ChainIT.java"), "@Tag(\"versions-kubernetes\")\nclass ChainIT {}\n");
        Shell.script(project.resolve("bin/lab"), """
                if [ "$1" = where ]; then echo "$PWD/lab"; fi
                [ "$1" != build ] || [ "$3" != 1.99 ] || { echo "lab: no Kubernetes 1.99 as a Go module" >&2; exit 1; }
                """);
        Shell.script(project.resolve("lab/kube-apiserver"), "echo Kubernetes v1.30.14\n");
        Shell.script(project.resolve("path/mvn"), """
                echo "$KOORD_BRIDGE_KUBERNETES/$KOORD_BRIDGE_SPARK/$*" >>calls
                [ -z "${NO_TEST:-}" ] || exit 1
                reports=integration-tests/target/failsafe-reports
                mkdir -p $reports
                cat >$reports/TEST-a.ChainIT.xml <<'XML'
                <testsuite name="a.ChainIT" tests="2">
                  <testcase name="binds" classname="a.ChainIT" time="1"/>
                  <testcase name="resizes{int}[1]" classname="a.ChainIT" time="1">
                    <skipped type="x.TestAbortedException"><![CDATA[x.TestAbortedException: skipped: not in this release | yet
                	at a.Line(Line.java:1)]]></skipped>
                  </testcase>
                </testsuite>
                XML
                cat >$reports/TEST-a.OtherIT.xml <<'XML'
                <testsuite name="a.OtherIT" tests="1">
                  <testcase name="repeats" classname="a.OtherIT" time="1">
                    <flakyFailure message="once" type="x">
                    </flakyFailure>
                  </testcase>
                </testsuite>
                XML
                [ -z "${CRASH:-}" ] || { echo "The forked VM terminated without saying goodbye" >&2; exit 1; }
                if [ -n "${HANGS:-}" ]; then
                  echo $$ >maven.pid
                  exec sleep 600
                fi
                if [ -n "${BROKEN:-}" ]; then
                  echo '<testcase name="" classname="a.BrokenIT" time="1">
                    <error message="no"></error></testcase></testsuite>' >$reports/TEST-a.BrokenIT.xml
                  exit 1
                fi
                """);
    }

    @Test
    void putsALineForAVersionOntoThePageAndPassesTheVersionOn() throws Exception {
        Outcome outcome = run(Map.of(), "--kubernetes", "1.30");

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("versions: Kubernetes 1.30.14: ChainIT");
        assertThat(page()).hasContent(BEFORE + """
                | version | passed | failed | skipped | run on |
                |---|---|---|---|---|
                | Kubernetes 1.30.14 | 2 tests of 2 classes, 1 at the second try | none | `ChainIT`: not in this release / yet | %s |
                """.formatted(LocalDate.now(ZoneId.systemDefault())) + AFTER);
        assertThat(Files.readString(project.resolve("calls")))
                .startsWith("1.30//")
                .contains("-Dtest.groups=versions-kubernetes");
    }

    @Test
    void replacesOnlyTheLineOfTheVersionThatRan() throws Exception {
        String other = "| Spark 4.0.1 | 1 tests of 1 classes | none | none | 2026-01-01 |\n";
        Files.writeString(page(), BEFORE + "| Kubernetes 1.30.14 | old | none | none | 2026-01-01 |\n" + other + AFTER);

        Outcome outcome = run(Map.of("BROKEN", "yes"), "--kubernetes", "1.30");

        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
        assertThat(page())
                .content()
                .doesNotContain("old")
                .contains("| `BrokenIT` |")
                .contains(other + AFTER);
    }

    @Test
    void repeatsWhatFailedAndCountsTheRestOfTheEarlierRun() throws Exception {
        run(Map.of("BROKEN", "yes"), "--kubernetes", "1.30");
        Files.writeString(
                project.resolve("target/versions/Kubernetes-1.30.14/TEST-a.EarlierIT.xml"),
                "<testsuite>\n<testcase name=\"held\" classname=\"a.EarlierIT\"/>\n</testsuite>\n");

        Outcome outcome = run(Map.of("BROKEN", "yes"), "--kubernetes", "1.30", "--again");

        assertThat(outcome.output())
                .contains("versions: Kubernetes 1.30.14: BrokenIT\n")
                .contains("passed 3 tests of 3 classes");
        assertThat(Files.readString(project.resolve("calls"))).contains("-Dit.test=BrokenIT");
    }

    @Test
    void aSparkIsBuiltAndChosen() throws Exception {
        Outcome outcome = run(Map.of(), "--spark", "4.0.1", "--no-page");

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(page()).hasContent(BEFORE + AFTER);
        assertThat(Files.readString(project.resolve("calls"))).startsWith("/4/").contains("-Dspark4.version=4.0.1");
    }

    @Test
    void claimsNothingWhenNothingRan() throws Exception {
        assertThat(run(Map.of("NO_TEST", "yes"), "--kubernetes", "1.30").exitCode())
                .isEqualTo(1);
        assertThat(run(Map.of(), "--kubernetes", "1.99").output()).contains("no Kubernetes 1.99");
        assertThat(page()).hasContent(BEFORE + AFTER);
    }

    @Test
    void saysThatARunBrokeOffWhenMavenFailsWithoutAFailedTest() throws Exception {
        Outcome outcome = run(Map.of("CRASH", "yes"), "--kubernetes", "1.30");

        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
        assertThat(outcome.output()).contains("failed: the run broke off;");
        assertThat(page()).content().contains("1 at the second try | the run broke off | `ChainIT`");
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void endsMavenWhenItIsEnded(String signal, int exitCode) throws Exception {
        Path pid = project.resolve("maven.pid");
        Process versions = start(Map.of("HANGS", "yes"), "--kubernetes", "1.30");
        try {
            await().atMost(PATIENCE).until(() -> Files.exists(pid) && Files.size(pid) > 0);
            ProcessHandle maven = ProcessHandle.of(
                            Long.parseLong(Files.readString(pid).strip()))
                    .orElseThrow();

            Shell.run(project, PATIENCE, Map.of(), "kill", "-s", signal, String.valueOf(versions.pid()));

            assertThat(versions.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(versions.exitValue()).isEqualTo(exitCode);
            assertThat(maven.isAlive()).isFalse();
            assertThat(page()).hasContent(BEFORE + AFTER);
        } finally {
            versions.descendants().forEach(ProcessHandle::destroyForcibly);
            versions.destroyForcibly();
        }
    }

    @Test
    void thePageNamesEachClassThatIsRun() throws Exception {
        Path root = ProjectLayout.find().root();
        String list =
                Shell.run(root, PATIENCE, Map.of(), "bin/versions", "--list").output();
        String documented = Files.readString(root.resolve("docs/guide/versions.md"));
        String named = documented.substring(documented.indexOf("## What is run"));

        assertThat(list.lines()).hasSize(3);
        for (String each : list.replaceAll("(?m)^[a-z]+:", "").strip().split("\\s+")) {
            assertThat(named).contains("`" + each + "`");
        }
    }

    @Test
    void refusesWhatIsNoVersion() throws Exception {
        assertThat(run(Map.of(), "--kubernetes", "new"))
                .isEqualTo(new Outcome(2, "versions: --kubernetes 'new' is not a version such as 1.33 or 1.33.6\n"));
        assertThat(run(Map.of(), "--spark", "3.5.6").exitCode()).isEqualTo(2);
        assertThat(run(Map.of(), "--all").exitCode()).isEqualTo(2);
    }

    private Path page() {
        return project.resolve("docs/guide/versions.md");
    }

    private Outcome run(Map<String, String> environment, String... arguments) throws Exception {
        return Shell.run(project, PATIENCE, environment, command(arguments).toArray(String[]::new));
    }

    private Process start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = command(arguments);
        // What a build in the background lets its children ignore, bash cannot trap.
        command.add(1, "--default-signal=INT");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(
                List.of("env", "PATH=" + project.resolve("path") + ":" + System.getenv("PATH"), "bin/versions"));
        command.addAll(List.of(arguments));
        return command;
    }
}
