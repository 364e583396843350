package io.koordbridge.yarnoperator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.lease.LeaseAction.Notice;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsHelpTest {

    private static final Path PAGE = Path.of("../../docs/reference/yarn-operator-metrics.md");
    private static final Pattern METRIC_ON_PAGE = Pattern.compile("(?m)^\\| `(koord_yarn[a-z_]+)` \\|");
    private static final Pattern METRIC = Pattern.compile("\"(koord_yarn[a-z_]+)\"");

    @Test
    void saysOfEveryMetricOfTheCodeWhatItIsAndOfNoOther() throws IOException {
        Properties texts = new Properties();
        try (Reader file = Files.newBufferedReader(Path.of("src/main/resources/metrics-help.properties"))) {
            texts.load(file);
        }

        assertThat(texts.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(metrics());
    }

    @Test
    void thePageNamesEveryMetricAndNoOther() throws IOException {
        assertThat(METRIC_ON_PAGE.matcher(text(PAGE)).results().map(found -> found.group(1)))
                .containsExactlyInAnyOrderElementsOf(metrics());
    }

    @Test
    void thePageNamesEveryEventAboutALease() {
        assertThat(Notice.values())
                .extracting(Notice::eventReason)
                .contains("YarnLeaseGrowGivenUp")
                .allMatch(text(PAGE)::contains, "is on the page");
    }

    private static List<String> metrics() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            return files.filter(Files::isRegularFile)
                    .flatMap(file -> METRIC.matcher(text(file)).results())
                    .map((MatchResult found) -> found.group(1))
                    .distinct()
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
