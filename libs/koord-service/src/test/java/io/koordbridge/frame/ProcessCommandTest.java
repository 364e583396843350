package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProcessCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return new ProcessCommand(new BridgeApplicationTest.EmptyProcess(), new PrintWriter(out), new PrintWriter(err))
                .execute(args);
    }

    @Test
    void saysWhichProcessAndVersionItIs() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).startsWith("empty-process ").hasLineCount(1);
    }

    @Test
    void asksForTheConfigurationByTheNameOfItsFlag() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("argument --config is required");
    }

    @Test
    void explainsEachFlag() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("usage: empty-process")
                .contains("--config FILE", "--set KEY=VALUE", "--api-server URL", "--kubeconfig FILE", "--check-config")
                .contains("YAML configuration.");
    }

    @Test
    void namesAFlagThatItDoesNotKnow() {
        assertThat(run("--config", "a.yml", "--confg", "b.yml")).isEqualTo(2);
        assertThat(err.toString()).contains("--confg");
    }

    @Test
    void namesAnOverrideWithoutValue() {
        assertThat(run("--config", "a.yml", "--set", "leaderElection")).isEqualTo(2);
        assertThat(err.toString()).contains("--set").contains("'leaderElection' is not KEY=VALUE");
    }

    @Test
    void namesAFileThatCannotBeRead() {
        assertThat(run("--config", "no-such-file.yaml")).isEqualTo(2);
        assertThat(err.toString()).contains("no-such-file.yaml: not a readable file");
        assertThat(run("--config", "src")).isEqualTo(2);
        assertThat(err.toString()).contains("--config src: not a readable file");
    }

    @Test
    void takesValuesAfterAnEqualsSignToo() {
        assertThat(run("--config=no-such-file.yaml", "--set=leaderElection.enabled=false", "--set=server.port=-1"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("no-such-file.yaml: not a readable file");
    }
}
