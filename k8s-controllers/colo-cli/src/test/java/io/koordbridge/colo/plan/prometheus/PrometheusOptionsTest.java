package io.koordbridge.colo.plan.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class PrometheusOptionsTest {

    private static PrometheusOptions options(String... line) {
        return CommandLine.populateCommand(new PrometheusOptions(), line);
    }

    @ParameterizedTest
    @CsvSource({
        "--step=0s, 1s to 10m",
        "--step=11m, 1s to 10m",
        "--from=30s, one step to 90d",
        "--from=91d, one step to 90d",
        "--node-label=no-label, name of a label"
    })
    void aValueThatCannotBeUsedIsNamedWithItsRange(String option, String range) {
        String[] parts = option.split("=");

        assertThat(options(parts).problem()).startsWith(parts[0]).contains(range);
    }

    @Test
    void sevenDaysInMinutesAreReadUnlessOtherwiseSaid() {
        assertThat(options().given()).isFalse();
        assertThat(options("--prometheus", "http://prometheus:9090/path").given())
                .isTrue();
        assertThat(options().problem()).isEmpty();
    }
}
