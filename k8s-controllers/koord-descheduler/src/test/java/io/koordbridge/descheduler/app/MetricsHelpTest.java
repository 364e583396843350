package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.metrics.MetricsOfModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MetricsHelpTest {

    private static final Path PAGE = Path.of("../../docs/reference/koord-descheduler-metrics.md");
    private static final String PREFIX = "koord_descheduler_";

    @Test
    void everyMetricOfTheCodeAndNoOtherHasAHelpText() {
        assertThat(MetricsOfModule.help().stringPropertyNames())
                .containsExactlyInAnyOrderElementsOf(MetricsOfModule.named(PREFIX));
        assertThat(MetricsOfModule.help().values())
                .allSatisfy(text -> assertThat(text).asString().endsWith("."));
    }

    @Test
    void thePageNamesEveryMetricAndNoOther() {
        assertThat(MetricsOfModule.onPage(PAGE, PREFIX)).isEqualTo(MetricsOfModule.named(PREFIX));
    }

    @Test
    void thePageNamesEveryEvent() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(MetricsOfModule.events())
                .contains("Descheduled")
                .allMatch(event -> page.contains("\n| `" + event + "`"), "begins a line of the page");
    }
}
