package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.damping.DampedAmount.Effect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever looks after the process finds each of its metrics and events explained, and none that is not there. */
class MetricsReferenceTest {

    private static final Path PAGE = Path.of("../../docs/reference/koord-manager-metrics.md");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Pattern METRIC_IN_CODE = Pattern.compile("\"(koord_manager_[a-z_]+)\"");
    private static final Pattern METRIC_ON_PAGE = Pattern.compile("`(koord_manager_[a-z_]+)`");
    private static final Pattern FIRST_CELLS = Pattern.compile("(?m)^\\| ([^|]*) \\|");
    private static final Pattern ANY_METRIC = Pattern.compile(
            "`((?:koord|koordinator|slo_controller|controller_runtime|workqueue|rest_client)_[a-z_]+)`");
    private static final Pattern EVENT_IN_CODE =
            Pattern.compile("(?:EventType\\.(?:WARNING|NORMAL),\\s*|new Concern\\(\\s*)\"([A-Z]\\w+)\""
                    + "|tell\\([^;\"]*\"([A-Z][a-z]\\w+)\"");

    @Test
    void namesEveryMetricOfTheCodeAndNoOther() throws IOException {
        String code = code();

        assertThat(found(METRIC_ON_PAGE, Files.readString(PAGE))).isEqualTo(found(METRIC_IN_CODE, code));
    }

    @Test
    void whateverThePageNamesHasAHelpTextOnMetricsToo() throws IOException {
        Properties texts = new Properties();
        for (URL file : Collections.list(getClass().getClassLoader().getResources("metrics-help.properties"))) {
            try (InputStream in = file.openStream()) {
                texts.load(in);
            }
        }

        assertThat(texts.stringPropertyNames())
                .containsExactlyInAnyOrderElementsOf(found(FIRST_CELLS, Files.readString(PAGE)).stream()
                        .flatMap(cell -> found(ANY_METRIC, cell).stream())
                        .toList());
    }

    @Test
    void namesEveryEventOfTheCode() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(found(EVENT_IN_CODE, code()))
                .hasSizeGreaterThan(10)
                .allMatch(event -> page.contains("`" + event + "`"), "is on the page");
    }

    @Test
    void explainsEveryEffectOfDamping() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(Effect.values())
                .extracting(effect -> "\n| `" + effect.name().toLowerCase(Locale.ROOT) + "` | ")
                .allMatch(page::contains, "begins a line of the page");
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> names = new TreeSet<>();
        pattern.matcher(text)
                .results()
                .forEach(match -> names.add(match.group(1) == null ? match.group(2) : match.group(1)));
        return names;
    }

    private static String code() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            StringBuilder all = new StringBuilder();
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> all.append(read(file)));
            return all.toString();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
