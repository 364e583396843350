package io.koordbridge.bench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PlanCommandTest {

    @Test
    void timesAThousandNodesAndAWeekUnlessToldOtherwise() {
        CommandLine line = new CommandLine(new PlanCommand());

        line.parseArgs();
        assertThat(line.getCommandSpec().findOption("--nodes").<Integer>getValue())
                .isEqualTo(1000);
        assertThat(line.getCommandSpec().findOption("--days").<Integer>getValue())
                .isEqualTo(7);

        line.parseArgs("--trace", "a.csv,b.csv.gz", "--nodes", "0");
        assertThat(line.getCommandSpec().findOption("--trace").<List<Path>>getValue())
                .containsExactly(Path.of("a.csv"), Path.of("b.csv.gz"));
    }
}
