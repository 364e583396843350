package io.koordbridge.testkit.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One file of vectors.
 *
 * @param name area and suite, for example {@code yarn/convert}
 * @param cases in file order
 */
public record Suite(String name, List<Case> cases) {

    public Suite {
        cases = List.copyOf(cases);
    }

    /** One recorded case. */
    public record Case(String name, JsonNode input, JsonNode expect) {}

    /** Reads {@code <directory>/<area>/<suite>.json}. */
    public static Suite read(Path directory, Path file) {
        String name = directory.relativize(file).toString().replace('\\', '/').replaceAll("\\.json$", "");
        try (InputStream in = Files.newInputStream(file)) {
            return parse(name, in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read vectors " + file, e);
        }
    }

    static Suite parse(String name, InputStream in) throws IOException {
        JsonNode root = Json.MAPPER.readTree(in);
        List<Case> cases = new ArrayList<>();
        for (JsonNode one : root.path("cases")) {
            cases.add(new Case(one.path("name").asText(), one.path("input"), one.path("expect")));
        }
        if (cases.isEmpty()) {
            throw new IllegalStateException("vectors " + name + " hold no case");
        }
        return new Suite(name, cases);
    }
}
