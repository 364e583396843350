package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.metrics.MetricsOfModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MetricsHelpTest {
    private static final Path PAGE = Path.of("../docs/reference/koordlet-metrics.md");

    @Test
    void everyMetricOfTheCodeAndNoOtherHasAHelpText() {
        Set<String> named = new TreeSet<>(MetricsOfModule.named("koord_koordlet_"));
        named.addAll(MetricsOfModule.named("koordlet_"));
        assertThat(MetricsOfModule.help().stringPropertyNames()).containsExactlyInAnyOrderElementsOf(named);
        assertThat(MetricsOfModule.help().values())
                .allSatisfy(text -> assertThat(text).asString().endsWith("."));
    }

    @Test
    void thePageNamesEveryMetricAndNoOther() {
        assertThat(MetricsOfModule.onPage(PAGE, "koord_koordlet_")).isEqualTo(MetricsOfModule.named("koord_koordlet_"));
    }

    @Test
    void thePageNamesEveryEvent() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(MetricsOfModule.events())
                .hasSizeGreaterThan(3)
                .allMatch(event -> page.contains("\n| `" + event + "`"), "begins a line of the page");
    }
}
