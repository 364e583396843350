package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ProcessCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine command = ProcessCommand.of(new BridgeApplicationTest.EmptyProcess());
        return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
    }

    @Test
    void saysWhichProcessAndVersionItIs() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("empty-process ").hasLineCount(1);
    }

    @Test
    void asksForTheConfigurationByTheNameOfItsFlag() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("--config=FILE");
    }

    @Test
    void namesAFileThatCannotBeRead() {
        assertThat(run("--config", "no-such-file.yaml")).isEqualTo(2);
        assertThat(err.toString()).contains("no-such-file.yaml: not a readable file");
    }
}
