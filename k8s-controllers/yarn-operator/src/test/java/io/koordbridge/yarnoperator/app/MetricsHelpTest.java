package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.metrics.MetricsOfModule;
import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsHelpTest {

    private static final Path PAGE = Path.of("../../docs/reference/yarn-operator-metrics.md");
    private static final Pattern METRIC_ON_PAGE = Pattern.compile("(?m)^\\| `(koord_yarn[a-z_]+)` \\|");

    private final Set<String> metrics = MetricsOfModule.named("koord_yarn");

    @Test
    void everyMetricOfTheCodeAndNoOtherHasAHelpText() {
        assertThat(MetricsOfModule.help().stringPropertyNames()).containsExactlyInAnyOrderElementsOf(metrics);
        assertThat(MetricsOfModule.help().values())
                .allSatisfy(text -> assertThat(text).asString().endsWith("."));
    }

    @Test
    void thePageNamesEveryMetricAndNoOther() throws IOException {
        assertThat(METRIC_ON_PAGE.matcher(Files.readString(PAGE)).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(metrics);
    }

    @Test
    void thePageNamesEveryEventAboutALease() throws IOException {
        assertThat(Notice.values())
                .extracting(Notice::eventReason)
                .contains("YarnLeaseGrowGivenUp")
                .allMatch(Files.readString(PAGE)::contains, "is on the page");
    }
}
