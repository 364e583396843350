package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"nodes --sort colour", "capacity --state happy", "explain node", "config validate nothing.yaml"})
    void whatIsWrongIsNotBuriedUnderAllOptions(String command) {
        Run run = Run.colo(command.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("colo: ").contains("More: colo").doesNotContain("Exit codes");
        assertThat(run.err().lines()).hasSizeLessThan(10);
    }

    @Test
    void withoutACommandAllOfThemAreNamed() {
        assertThat(Run.colo().err()).contains("capacity", "generate-completion");
        assertThat(Run.colo("ledger").err()).contains("check");
    }
}
