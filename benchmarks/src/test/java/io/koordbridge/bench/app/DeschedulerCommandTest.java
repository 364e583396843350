package io.koordbridge.bench.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DeschedulerCommandTest {

    @Test
    void measuresAThousandNodesUnlessToldOtherwise() {
        CommandLine line = new CommandLine(new DeschedulerCommand());

        CommandLine.ParseResult defaults = line.parseArgs();
        assertThat(line.getCommandSpec().findOption("--nodes").<Integer>getValue())
                .isEqualTo(1_000);
        assertThat(line.getCommandSpec().findOption("--hot").<Integer>getValue())
                .isEqualTo(50);
        assertThat(defaults.hasMatchedOption("--other")).isFalse();

        line.parseArgs("--nodes", "20", "--other", "/opt/descheduler --v=2");
        assertThat(line.getCommandSpec().findOption("--nodes").<Integer>getValue())
                .isEqualTo(20);
        assertThat(line.getCommandSpec().findOption("--other").<String>getValue())
                .isEqualTo("/opt/descheduler --v=2");
        assertThat(line.getUsageMessage()).contains("--kubeconfig FILE");
    }
}
