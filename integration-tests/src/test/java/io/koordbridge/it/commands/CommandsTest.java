package io.koordbridge.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.it.commands.Shell.Outcome;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command that the pages name is there. */
class CommandsTest {
    private static final Path ROOT = ProjectLayout.find().root();
    private static final List<String> PAGES = List.of("README.md", "AGENTS.md", "CONTRIBUTING.md");
    private static final Pattern SCRIPT =
            Pattern.compile("(?:^|[`\\s(])((?:bin|\\.ci)/[a-z-]+|\\./quickstart)(?=[`\\s,;)]|$)");
    private static final Pattern PROFILE = Pattern.compile("mvn [^`\\n]*-P([a-z]+)");

    @Test
    void everyScriptIsThereAndCanBeRun() throws IOException {
        Set<String> scripts = found(SCRIPT);

        assertThat(scripts).contains("bin/t", "bin/lab", "bin/conformance", ".ci/run", "./quickstart");
        assertThat(scripts)
                .allSatisfy(script -> assertThat(ROOT.resolve(script)).isExecutable());
    }

    @Test
    void everyProfileOfMavenIsThere() throws IOException {
        String pom = Files.readString(ROOT.resolve("pom.xml"));

        assertThat(found(PROFILE))
                .isNotEmpty()
                .allSatisfy(profile -> assertThat(pom).contains("<id>" + profile + "</id>"));
    }

    /** Others build something first. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bin/t",
                "bin/conformance",
                "bin/crds",
                "bin/config-reference",
                "bin/dist",
                "bin/flaky",
                "bin/lab",
                "bin/prepare",
                "bin/quickstart-check",
                "bin/ready",
                "bin/release",
                "bin/versions"
            })
    void explainsItself(String script) throws Exception {
        Outcome help = Shell.run(
                ROOT, Duration.ofSeconds(30), Map.of(), ROOT.resolve(script).toString(), "--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.output()).startsWith("usage: " + script);
    }

    @Test
    void aTestThatDoesNotExistIsRefusedWithItsNeighbours() throws Exception {
        Outcome outcome = Shell.run(
                ROOT, Duration.ofSeconds(30), Map.of(), ROOT.resolve("bin/t").toString(), "CommandTest");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.output()).contains("no test CommandTest").contains("ProcessCommandTest");
    }

    private static Set<String> found(Pattern pattern) throws IOException {
        Set<String> all = new TreeSet<>();
        for (String page : PAGES) {
            Matcher matcher = pattern.matcher(Files.readString(ROOT.resolve(page)));
            while (matcher.find()) {
                all.add(matcher.group(1));
            }
        }
        return all;
    }
}
