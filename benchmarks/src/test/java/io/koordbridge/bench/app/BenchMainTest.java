package io.koordbridge.bench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchMainTest {

    private final Collection<CommandLine> benchmarks =
            new CommandLine(new BenchMain()).getSubcommands().values();

    /** picocli formats them: a lone percent sign is a warning instead of help. */
    @Test
    void helpOfEachBenchmarkCanBeFormatted() {
        assertThat(benchmarks).isNotEmpty();
        assertThat(benchmarks)
                .flatExtracting(benchmark ->
                        List.of(benchmark.getCommandSpec().usageMessage().description()))
                .allSatisfy(line -> assertThatCode(() -> line.formatted()).doesNotThrowAnyException());
    }
}
