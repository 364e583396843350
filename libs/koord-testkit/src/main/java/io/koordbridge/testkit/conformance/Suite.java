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
 * @param name area and suite as the file says, for example {@code yarn/convert}; where the file stands has no meaning
 * @param cases in file order
 */
public record Suite(String name, List<Case> cases) {

    public Suite {
        cases = List.copyOf(cases);
    }

    /**
     * One recorded case.
     *
     * @param tags what is special about the case, empty for most
     * @param expect what the product has to answer: {@code expectIntended} of the file where it is there, else {@code expect}
     */
    public record Case(String name, List<String> tags, JsonNode input, JsonNode expect) {

        public Case {
            tags = List.copyOf(tags);
        }

        static Case of(JsonNode one) {
            List<String> tags = new ArrayList<>();
            one.path("tags").forEach(tag -> tags.add(tag.asText()));
            return new Case(
                    one.path("name").asText(),
                    tags,
                    one.path("input"),
                    one.has("expectIntended") ? one.get("expectIntended") : one.path("expect"));
        }
    }

    /** Reads a file of any name. */
    public static Suite read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return parse(file.toString(), in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read vectors " + file, e);
        }
    }

    static Suite parse(String file, InputStream in) throws IOException {
        JsonNode root = Json.MAPPER.readTree(in);
        String name = root.path("suite").asText("");
        if (name.isBlank()) {
            throw new IllegalStateException("vectors " + file + " have no 'suite'");
        }
        List<Case> cases = new ArrayList<>();
        root.path("cases").forEach(one -> cases.add(Case.of(one)));
        if (cases.isEmpty()) {
            throw new IllegalStateException("vectors " + file + " hold no case");
        }
        return new Suite(name, cases);
    }
}
