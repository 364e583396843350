package io.koordbridge.testkit.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where vectors are: a directory named by {@code -Dconformance.dir}, else the copy that ships with the test kit. */
public final class Vectors {

    private Vectors() {}

    /** All suites below a directory, sorted by name. */
    public static List<Suite> below(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.getFileName().toString().equals("deviations.json"))
                    .sorted()
                    .map(file -> Suite.read(directory, file))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list vectors below " + directory, e);
        }
    }

    /** One suite, from the named directory or the shipped copy. */
    public static Suite suite(String name) {
        String directory = System.getProperty("conformance.dir", "");
        if (!directory.isEmpty()) {
            return Suite.read(Path.of(directory), Path.of(directory, name + ".json"));
        }
        try (InputStream in = Vectors.class.getResourceAsStream("/conformance/" + name + ".json")) {
            if (in == null) {
                throw new IllegalStateException("no vectors /conformance/" + name + ".json on the class path");
            }
            return Suite.parse(name, in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read vectors " + name, e);
        }
    }
}
