package io.koordbridge.testkit.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The tables of a page of docs/guide, read where modules are tested: two directories below the root. */
public final class GuideTables {

    private final List<String> lines;

    public GuideTables(String page) {
        try {
            lines = Files.readAllLines(Path.of("../../docs/guide", page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The cells of each row of the table whose head begins with these columns. */
    public Stream<List<String>> rows(String... columns) {
        String head = "| " + String.join(" | ", columns) + " |";
        return lines.stream()
                .dropWhile(line -> !line.startsWith(head))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(GuideTables::cells);
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(1).split("\\|")).map(String::strip).toList();
    }
}
