package io.koordbridge.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.it.commands.Shell.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real {@code bin/flaky} with a {@code bin/t} that ends at once. */
class FlakyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path project;

    @BeforeEach
    void copyTheScript() throws IOException {
        Files.createDirectories(project.resolve("bin"));
        Files.copy(ProjectLayout.find().root().resolve("bin/flaky"), project.resolve("bin/flaky"));
        Shell.script(project.resolve("bin/t"), """
                echo "$*" >>calls
                [ -z "${NO_TEST:-}" ] || exit 1
                mkdir -p module/target/surefire-reports
                report=module/target/surefire-reports/TEST-a.ShakyTest.xml
                echo '<testcase name="stands" classname="a.ShakyTest" time="1"/>' >$report
                # fails in every second round
                [ -z "${SHAKY:-}" ] || [ $(($(wc -l <calls) % 2)) -eq 0 ] || {
                  printf '<testcase name="falls" classname="a.ShakyTest" time="1">\\n<failure message="no">\\n' >>$report
                  exit 1
                }
                """);
    }

    @Test
    void repeatsTheTestsAndSaysThatNoneFailed() throws Exception {
        Outcome outcome = run(Map.of(), "2", "A", "B#c");

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.lastLine()).isEqualTo("flaky: no test failed");
        assertThat(Files.readString(project.resolve("calls"))).isEqualTo("A B#c\nA B#c\n");
    }

    @Test
    void listsWhatFailedWithHowOftenAndKeepsItsReports() throws Exception {
        Outcome outcome = run(Map.of("SHAKY", "yes"), "3", "ShakyTest");

        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
        assertThat(outcome.lastLine()).isEqualTo("ShakyTest#falls failed 2 of 3");
        assertThat(outcome.output()).doesNotContain("stands");
        assertThat(project.resolve("target/flaky/1/TEST-a.ShakyTest.xml")).exists();
        assertThat(project.resolve("target/flaky/2/TEST-a.ShakyTest.xml")).doesNotExist();
    }

    @Test
    void aRoundWithoutATestIsNoSuccess() throws Exception {
        Outcome outcome = run(Map.of("NO_TEST", "yes"), "1", "A");

        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(2);
    }

    @Test
    void withoutNamesItTakesTestsThatBoundADuration() throws Exception {
        Path tests = project.resolve("module/src/test/java/a");
        Files.createDirectories(tests);
        Files.writeString(tests.resolve("TimedTest.java"), """
                long from = System.nanoTime();
                assertThat(System.nanoTime() - from).isLessThan(5);
                """);
        Files.writeString(tests.resolve("CountedTest.java"), "assertThat(steps).isLessThan(5);");

        Outcome outcome = run(Map.of(), "1");

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(Files.readString(project.resolve("calls"))).isEqualTo("TimedTest\n");
    }

    @Test
    void aWrongNumberOfRoundsIsRejectedWithTheUsage() throws Exception {
        Outcome outcome = run(Map.of(), "ShakyTest");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.output()).startsWith("usage: bin/flaky");
    }

    private Outcome run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = "bin/flaky";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return Shell.run(project, PATIENCE, environment, command);
    }
}
