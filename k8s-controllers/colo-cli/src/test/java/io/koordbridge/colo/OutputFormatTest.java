package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutputFormatTest {
    private final AnswerServer operator = new AnswerServer("healthy");

    @AfterEach
    void close() {
        operator.close();
    }

    private Run colo(String command) {
        return Run.colo((command + " --operator " + operator.url()).split(" "));
    }

    @Test
    void isYamlOfTheSameDocument() {
        Run run = colo("status -o yaml");

        assertThat(run.out()).contains("ledger:\n  verdict: OK").doesNotContain("{");
    }

    @Test
    void isTheNamesOfNodes() {
        Run run = colo("nodes --state steady --sort origin -o name");

        assertThat(run.out().lines())
                .containsExactly("node/worker-10", "node/worker-3", "node/worker-1", "node/worker-4", "node/worker-11");
    }

    @Test
    void ofNamesIsForListsOnly() {
        Run run = colo("status -o name");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("-o name is for the commands nodes and capacity");
    }

    @Test
    void hasNoHeaderWhenAsked() {
        assertThat(colo("nodes --no-headers").out())
                .doesNotContain("YARN-LEASE")
                .contains("worker-1 ");
    }
}
