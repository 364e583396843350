package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SourceOptionsTest {

    private static SourceOptions options(String... line) {
        return CommandLine.populateCommand(new SourceOptions(), line);
    }

    @Test
    void oneSourceIsNamed() {
        assertThat(options().problem()).startsWith("Where is the use of nodes recorded?");
        assertThat(options("--prometheus", "http://p", "--metrics-server").problem())
                .startsWith("Only one source at a time");
        assertThat(options("--trace", "x").problem()).isEmpty();
    }

    @Test
    void onlyMetricsServerTakesAsLongAsTheUserLetsIt() {
        assertThat(options("--metrics-server").watches()).isTrue();
        assertThat(options("--trace", "x").watches()).isFalse();
    }
}
