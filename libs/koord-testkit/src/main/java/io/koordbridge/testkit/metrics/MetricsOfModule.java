package io.koordbridge.testkit.metrics;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metrics of the module whose tests run, by its sources. */
public final class MetricsOfModule {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path HELP = Path.of("src/main/resources/metrics-help.properties");

    private static final Pattern FIRST_CELL = Pattern.compile("(?m)^\\|[^|]*\\|");
    private static final Pattern EVENT = Pattern.compile(
            "(?:EventType\\.(?:WARNING|NORMAL),\\s*|new Concern\\(\\s*|\\brecord\\(\\s*victim,\\s*)\"([A-Za-z]\\w+)\"");

    private MetricsOfModule() {}

    /** All names with a prefix that stand in the code as texts of their own. */
    public static Set<String> named(String prefix) {
        return inSources(Pattern.compile("\"(" + Pattern.quote(prefix) + "[a-z_]+)\""));
    }

    /** Reasons of events that stand in the code as texts of their own. */
    public static Set<String> events() {
        return inSources(EVENT);
    }

    /** All names with a prefix in the first column of a page's tables. */
    public static Set<String> onPage(Path page, String prefix) {
        Pattern name = Pattern.compile("`(" + Pattern.quote(prefix) + "[a-z_]+)`");
        return FIRST_CELL
                .matcher(text(page))
                .results()
                .flatMap(cell -> name.matcher(cell.group()).results())
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> inSources(Pattern literal) {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(Files::isRegularFile)
                    .flatMap(file -> literal.matcher(text(file)).results())
                    .map(found -> found.group(1))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What HELP says, by metric. */
    public static Properties help() {
        Properties texts = new Properties();
        try (Reader file = Files.newBufferedReader(HELP)) {
            texts.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
