package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        assertThat(Run.colo().err())
                .contains("capacity", "completion", "version")
                .doesNotContain("--operator");
        assertThat(Run.colo("ledger").err()).contains("check");
    }

    @ParameterizedTest
    @CsvSource({
        "explain, node",
        "drain, nodemanager",
        "freeze, node",
        "quota, tree",
        "descheduler, plan",
        "ledger, check",
        "config, validate"
    })
    void aGroupNamesItsCommandsAndNoOption(String group, String command) {
        Run run = Run.colo(group);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("colo: ")
                .contains("  " + command, "More: colo")
                .doesNotContain("--operator");
        assertThat(run.err().lines()).hasSizeLessThan(15);
    }

    @Test
    void theVersionHasAWordAsWell() {
        assertThat(Run.colo("version").out())
                .isEqualTo(Run.colo("--version").out())
                .startsWith("colo ");
        assertThat(Run.colo("version").exitCode()).isZero();
    }
}
