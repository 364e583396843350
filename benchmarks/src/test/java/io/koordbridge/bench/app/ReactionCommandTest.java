package io.koordbridge.bench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ReactionCommandTest {

    @Test
    void measuresBothColumnsUnlessToldOtherwise() {
        CommandLine line = new CommandLine(new ReactionCommand());

        line.parseArgs();
        assertThat(line.getCommandSpec().findOption("--settings").<List<String>>getValue())
                .containsExactly("quickstart", "defaults");
        assertThat(line.getCommandSpec().findOption("--jumps").<Integer>getValue())
                .isEqualTo(4);

        line.parseArgs("--settings", "defaults", "--rounds", "2");
        assertThat(line.getCommandSpec().findOption("--settings").<List<String>>getValue())
                .containsExactly("defaults");
    }
}
