package io.koordbridge.bench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.bench.planerror.PlanErrorOptions;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PlanErrorCommandTest {

    private final CommandLine line = new CommandLine(new PlanErrorCommand());

    @Test
    void measuresFiveRoundsWithoutALimitUnlessToldOtherwise() {
        line.parseArgs();
        assertThat(line.getCommandSpec().findOption("--rounds").<Integer>getValue())
                .isEqualTo(5);
        assertThat(line.getCommandSpec().findOption("--max-error").<Double>getValue())
                .isNull();

        line.parseArgs("--rounds", "1", "--max-error", "5");
        assertThat(line.getCommandSpec().findOption("--rounds").<Integer>getValue())
                .isEqualTo(1);
        assertThat(line.getCommandSpec().findOption("--max-error").<Double>getValue())
                .isEqualTo(5);
    }

    @Test
    void aRecordThatIsShorterThanItsWindowsIsRefused() {
        assertThatThrownBy(() -> new PlanErrorOptions(5, 29, 1)).hasMessageContaining("allowed are 30 to 3600");
        assertThatThrownBy(() -> new PlanErrorOptions(0, 60, 1)).hasMessageContaining("allowed are 1 and more");
    }
}
