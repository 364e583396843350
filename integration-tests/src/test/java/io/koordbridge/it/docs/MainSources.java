package io.koordbridge.it.docs;

import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of main sources, and what is found in a text. */
final class MainSources {
    private static final Path ROOT = ProjectLayout.find().root();

    private MainSources() {}

    /** All Java sources, charts and scripts below a directory of the project, tests left out. */
    static String of(String directory) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(directory))) {
            return files.filter(Files::isRegularFile)
                    .filter(file ->
                            file.toString().matches(".*/(src/main/(java|resources)|templates)/.*|.*/values\\.yaml"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .map(MainSources::read)
                    .collect(Collectors.joining("\n"));
        }
    }

    static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** First group of each match. */
    static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
