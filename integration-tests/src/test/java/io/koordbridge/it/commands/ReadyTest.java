package io.koordbridge.it.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.commands.Shell.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real {@code bin/ready} in a small repository, with a Maven that ends at once. */
class ReadyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path ROOT = ProjectLayout.find().root();
    private static final String ITS = "integration-tests/src/test/java/io/koordbridge/it/";

    @TempDir
    private Path temp;

    private Path project;
    private Path clones;

    @BeforeEach
    void commitASmallProject() throws Exception {
        project = temp.resolve("project");
        clones = Files.createDirectories(temp.resolve("clones"));
        Files.createDirectories(project.resolve("bin"));
        Files.copy(ROOT.resolve("bin/ready"), project.resolve("bin/ready"));
        longTest(ITS + "operator/ShrinkIT.java");
        longTest(ITS + "manager/QuotaIT.java");
        longTest("koordlet-agent/src/test/java/a/PluginIT.java");
        write(ITS + "operator/Scene.java", "class Scene {}");
        write(ITS + "operator/FastIT.java", "class FastIT {}");
        write(ITS + "page/PageIT.java", "class PageIT {}");
        write("pom.xml", "<project/>");
        write(".gitignore", "target/\n");
        // Notes how it was called and which tests were left out.
        Shell.script(temp.resolve("tools/mvn"), """
                echo "$*" >>"$CALLS"
                case "$*" in *excludesFile=*) arguments="$*" && cat "${arguments##*excludesFile=}" >>"$CALLS.left-out" ;; esac
                mkdir -p module/target/surefire-reports
                echo '<testsuite name="a.B" tests="3" errors="0" skipped="1" failures="0">' >module/target/surefire-reports/TEST-a.B.xml
                case "$*" in *"${FAILING:-none}"*) echo "<failure>" >>module/target/surefire-reports/TEST-a.B.xml; exit 1 ;; esac
                [ -z "${HANGING:-}" ] || { touch "$CALLS.hanging"; sleep 600; }
                """);
        git("init", "-q", "-b", "main");
        commit("first");
    }

    @Test
    void writesTheTreeWhenTheGateAndTheTouchedTestsPassed() throws Exception {
        write("k8s-controllers/yarn-operator/src/main/java/A.java", "class A {}");
        commit("operator");

        Outcome outcome = ready(Map.of(), "--base", "HEAD~1");

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(Files.readString(project.resolve(".git/ready")).strip()).isEqualTo(git("rev-parse", "HEAD^{tree}"));
        assertThat(outcome.output())
                .contains("ready: gate: 2 passed, 0 failed, 1 skipped, after ", "integration-tests ShrinkIT");
        assertThat(calls()).hasSize(2);
        assertThat(calls().get(0)).endsWith(" verify");
        assertThat(calls().get(1)).contains(" verify -Plong -Dquick ");
        assertThat(temp.resolve("calls.left-out")).hasContent("**/QuotaIT.java\n**/PluginIT.java\n");
        assertThat(clones).isEmptyDirectory();
    }

    @Test
    void aFailedStageWritesNoTreeAndKeepsItsLog() throws Exception {
        Outcome outcome = ready(Map.of("FAILING", "-Plong"), "--all");

        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
        assertThat(outcome.lastLine()).startsWith("ready: long FAILED with exit code 1, ");
        assertThat(project.resolve(".git/ready")).doesNotExist();
        assertThat(project.resolve("target/ready/long.log")).exists();
        assertThat(project.resolve("target/ready/long/TEST-a.B.xml")).exists();
        assertThat(clones).isEmptyDirectory();
    }

    @Test
    void anInterruptedRunLeavesNothing() throws Exception {
        Process process = start(Map.of("HANGING", "yes"), "--all");
        await().atMost(PATIENCE).until(() -> Files.exists(temp.resolve("calls.hanging")));
        List<ProcessHandle> stage = process.descendants().toList();

        process.destroy();

        await().atMost(PATIENCE).until(() -> !process.isAlive());
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(stage).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(clones).isEmptyDirectory();
        assertThat(project.resolve(".git/ready")).doesNotExist();
    }

    @Test
    void aSecondRunSaysThatItWaits() throws Exception {
        Process first = start(Map.of("HANGING", "yes"), "--all");
        await().atMost(PATIENCE).until(() -> Files.exists(temp.resolve("calls.hanging")));
        Process second = start(Map.of(), "--all");

        await().atMost(PATIENCE)
                .until(() ->
                        Files.readString(temp.resolve("out-" + second.pid())).contains("waiting for it"));
        assertThat(Files.readString(temp.resolve("out-" + second.pid()))).contains("(process " + first.pid() + ")");
        first.destroy();

        await().atMost(PATIENCE).until(() -> !second.isAlive());
        assertThat(second.exitValue()).isZero();
    }

    @Test
    void documentsTouchNoLongTestAndTheBuildTouchesAll() throws Exception {
        write("docs/guide/page.md", "text");
        write("README.md", "text");
        commit("documents");
        assertThat(touchedByTheLastCommit()).isEmpty();

        write("pom.xml", "<project></project>");
        commit("build");
        assertThat(touchedByTheLastCommit()).containsExactly("PluginIT", "QuotaIT", "ShrinkIT");
    }

    @Test
    void aModuleTouchesItsOwnTestsAndPackagesAboutIt() throws Exception {
        write("koordlet-agent/src/main/java/A.java", "class A {}");
        commit("agent");
        assertThat(touchedByTheLastCommit()).containsExactly("PluginIT");

        write("k8s-controllers/koord-manager/src/main/java/A.java", "class A {}");
        commit("manager");
        assertThat(touchedByTheLastCommit()).containsExactly("QuotaIT");
    }

    @Test
    void whatTestsShareTouchesThePackagesThatUseIt() throws Exception {
        write(ITS + "operator/Scene.java", "class Scene { }");
        commit("a part of the package");
        assertThat(touchedByTheLastCommit()).containsExactly("ShrinkIT");

        write(ITS + "page/Browser.java", "class Browser {}");
        write(ITS + "manager/QuotaIT.java", "import io.koordbridge.it.page.Browser;\n@Tag(\"long\")");
        commit("a part that another package uses");
        assertThat(touchedByTheLastCommit()).containsExactly("QuotaIT");
    }

    @Test
    void theTableNamesWhatIsThere() throws Exception {
        String script = Files.readString(ROOT.resolve("bin/ready"));
        List<String> rows = script.substring(script.indexOf("<<'TABLE'\n") + 10, script.indexOf("\nTABLE\n"))
                .lines()
                .toList();
        Set<String> named =
                rows.stream().flatMap(row -> Stream.of(row.split(" +")).skip(1)).collect(Collectors.toSet());

        assertThat(rows)
                .allSatisfy(row -> assertThat(ROOT.resolve(row.split(" +")[0])).exists());
        assertThat(named).containsAll(packagesWithLongTests());
    }

    private static Set<String> packagesWithLongTests() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(ITS))) {
            return files.filter(file -> file.toString().matches(".*(IT|E2E)\\.java"))
                    .filter(file -> read(file).contains("@Tag(\"long\")"))
                    .map(file -> file.getParent().getFileName().toString())
                    .collect(Collectors.toSet());
        }
    }

    private List<String> touchedByTheLastCommit() throws Exception {
        Outcome outcome = ready(Map.of(), "--list", "--base", "HEAD~1");
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        return outcome.output().lines().toList();
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(temp.resolve("calls"));
    }

    private Outcome ready(Map<String, String> environment, String... arguments) throws Exception {
        return Shell.run(project, PATIENCE, with(environment), command(arguments));
    }

    private Process start(Map<String, String> environment, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(arguments))
                .directory(project.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(with(environment));
        Path output = temp.resolve("out");
        Process process = builder.redirectOutput(output.toFile()).start();
        Files.move(output, temp.resolve("out-" + process.pid()));
        return process;
    }

    private Map<String, String> with(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        all.put("PATH", temp.resolve("tools") + ":" + System.getenv("PATH"));
        all.put("CALLS", temp.resolve("calls").toString());
        all.put("TMPDIR", clones.toString());
        return all;
    }

    private static String[] command(String... arguments) {
        return Stream.concat(Stream.of("bin/ready"), Stream.of(arguments)).toArray(String[]::new);
    }

    private void longTest(String path) throws IOException {
        write(path, "@Tag(\"long\")");
    }

    private void write(String path, String content) throws IOException {
        Path file = project.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void commit(String subject) throws Exception {
        git("add", "-A");
        git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", subject);
    }

    private String git(String... arguments) throws Exception {
        String[] command = Stream.concat(Stream.of("git"), Stream.of(arguments)).toArray(String[]::new);
        Outcome outcome = Shell.run(project, PATIENCE, Map.of(), command);
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        return outcome.output().strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
