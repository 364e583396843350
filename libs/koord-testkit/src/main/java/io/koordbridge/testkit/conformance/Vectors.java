package io.koordbridge.testkit.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where vectors are: a directory named by {@code -Dconformance.dir}, else the copy that ships with the test kit. */
public final class Vectors {

    private Vectors() {}

    /** All suites below a directory, sorted by name; a JSON file that holds no vectors is an error. */
    public static List<Suite> below(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.getFileName().toString().equals("deviations.json"))
                    .sorted()
                    .map(Suite::read)
                    .sorted(Comparator.comparing(Suite::name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list vectors below " + directory, e);
        }
    }

    /** One suite, from the named directory or the shipped copy. */
    public static Suite suite(String name) {
        String directory = System.getProperty("conformance.dir", "");
        if (directory.isEmpty()) {
            return shipped(name)
                    .orElseThrow(() ->
                            new IllegalStateException("no vectors /conformance/" + name + ".json on the class path"));
        }
        return below(Path.of(directory)).stream()
                .filter(suite -> suite.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no vectors of suite " + name + " below " + directory));
    }

    /** Whether a suite is, case by case, the one that deviations were reviewed against. */
    static boolean isShipped(Suite suite) {
        return shipped(suite.name()).equals(Optional.of(suite));
    }

    /** One suite of the shipped copy, where it has it. */
    public static Optional<Suite> shipped(String name) {
        String file = "/conformance/" + name + ".json";
        try (InputStream in = Vectors.class.getResourceAsStream(file)) {
            return in == null ? Optional.empty() : Optional.of(Suite.parse(file, in));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read vectors " + name, e);
        }
    }
}
