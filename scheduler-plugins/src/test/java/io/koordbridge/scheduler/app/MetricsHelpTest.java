package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsHelpTest {

    private static final Path TEXTS = Path.of("src/main/resources/metrics-help.properties");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern METRIC = Pattern.compile("\"(koord_scheduler_[a-z_]+)\"");

    @Test
    void everyMetricOfTheCodeAndNoOtherHasAHelpText() throws IOException {
        Properties texts = new Properties();
        try (InputStream in = Files.newInputStream(TEXTS)) {
            texts.load(in);
        }

        try (Stream<Path> files = Files.walk(SOURCES)) {
            assertThat(texts.stringPropertyNames())
                    .containsExactlyInAnyOrderElementsOf(
                            files.filter(file -> file.toString().endsWith(".java"))
                                    .flatMap(MetricsHelpTest::metrics)
                                    .distinct()
                                    .toList());
        }
        assertThat(texts.values())
                .allSatisfy(text -> assertThat(text).asString().endsWith("."));
    }

    private static Stream<String> metrics(Path file) {
        try {
            Matcher matcher = METRIC.matcher(Files.readString(file));
            return matcher.results().map(found -> found.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
