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

    private MetricsOfModule() {}

    /** All names with a prefix that stand in the code as texts of their own. */
    public static Set<String> named(String prefix) {
        Pattern literal = Pattern.compile("\"(" + Pattern.quote(prefix) + "[a-z_]+)\"");
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
