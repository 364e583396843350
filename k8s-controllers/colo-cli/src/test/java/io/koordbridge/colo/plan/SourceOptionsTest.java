package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class SourceOptionsTest {

    @Command
    private static final class Reading {
        @Mixin
        private SourceOptions source = new SourceOptions();
    }

    private static SourceOptions options(String... line) {
        return CommandLine.populateCommand(new Reading(), line).source;
    }

    @Test
    void oneSourceIsNamed() {
        assertThat(options().problem()).startsWith("Where is the use of nodes recorded?");
        assertThat(options("--prometheus", "http://p", "--metrics-server").problem())
                .startsWith("Only one source at a time");
        assertThat(options("--trace", "x").problem()).isEmpty();
    }

    @Test
    void anOptionOfAnotherSourceIsNotIgnored() {
        assertThat(options("--trace", "x", "--poll", "30s").problem())
                .isEqualTo("--poll is only for --metrics-server, not for --trace");
        assertThat(options("--trace", "x", "--node-memory", "64Gi").problem()).isEmpty();
        assertThat(options("--metrics-server", "--poll", "30s").problem()).isEmpty();
    }

    @Test
    void onlyMetricsServerTakesAsLongAsTheUserLetsIt() {
        assertThat(options("--metrics-server").watches()).isTrue();
        assertThat(options("--trace", "x").watches()).isFalse();
    }
}
