package io.koordbridge.colo.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.Run;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In a real bash, beside a colo that knows two nodes. */
class CompletionCommandTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "colo explain node work, worker-1 worker-2",
        "colo explain node x, ''",
        "colo drain node work, worker-1 worker-2",
        "colo thaw node worker-2, worker-2",
        "colo preflight --node worker-2, worker-2",
        "colo --context c explain node worker-1, worker-1",
        "colo explain no, node",
    })
    void asksColoForNamesOfNodes(String line, String expected) throws Exception {
        assertThat(complete(line)).isEqualTo(expected);
    }

    @Test
    void handsOnWhichClusterIsMeant() throws Exception {
        complete("colo --context lab -n ours explain node w");

        assertThat(Files.readString(directory.resolve("asked")))
                .isEqualTo("capacity -o name --timeout 2 --context lab -n ours\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"completion", "completion bash", "completion zsh", "generate-completion"})
    void answersToTheWordsOfKubectlAndToTheFormerOne(String words) {
        assertThat(Run.colo(words.split(" ")).out())
                .isEqualTo(Run.colo("completion").out())
                .contains("complete -F _colo_or_node");
    }

    @Test
    void namesTheShellsThatItHasNoScriptFor() {
        Run run = Run.colo("completion", "fish");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("fish", "BASH");
    }

    private String complete(String line) throws Exception {
        Path colo = Files.writeString(
                directory.resolve("colo"),
                "#!/bin/sh\necho \"$*\" >'%s/asked'\necho node/worker-1\necho node/worker-2\n".formatted(directory));
        assertThat(colo.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                directory.resolve("script"), Run.colo("completion", "bash").out());
        String program = """
                PATH=%1$s:$PATH
                source %1$s/script
                COMP_WORDS=(%2$s)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE='%2$s'
                COMP_POINT=${#COMP_LINE}
                _colo_or_node colo "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2>/dev/null
                echo "${COMPREPLY[*]}"
                """.formatted(directory, line);
        Process bash = new ProcessBuilder("bash", "-c", program)
                .redirectErrorStream(true)
                .start();
        String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return out.strip();
    }
}
