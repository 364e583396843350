package io.koordbridge.testkit.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The reviewed list of cases that we answer differently on purpose. */
public final class Deviations {

    private final List<Deviation> list;

    private Deviations(List<Deviation> list) {
        this.list = List.copyOf(list);
    }

    /**
     * One entry. In the shipped recordings it covers the cases that it lists, one by one. In other recordings it covers
     * those names as well, and what its pattern selects.
     *
     * @param suite exact, or a prefix that ends in {@code *}, as both patterns
     * @param cases names in the shipped recordings
     * @param namePattern which cases of other recordings by name; empty for no more than {@code cases}
     * @param tagPattern which cases of other recordings by tag; empty for no more than {@code cases}
     * @param decision where it was decided
     */
    public record Deviation(
            String suite, List<String> cases, String namePattern, String tagPattern, String reason, String decision) {

        public Deviation {
            cases = List.copyOf(cases);
            if (cases.isEmpty() && namePattern.isEmpty() && tagPattern.isEmpty()) {
                throw new IllegalStateException("deviation of " + suite + " needs 'cases', 'name' or 'tag'");
            }
        }

        boolean covers(Suite.Case one, List<String> tags, boolean shipped) {
            return cases.contains(one.name())
                    || (!shipped
                            && (matches(namePattern, one.name())
                                    || tags.stream().anyMatch(tag -> matches(tagPattern, tag))));
        }

        private static boolean matches(String pattern, String text) {
            return pattern.endsWith("*")
                    ? text.startsWith(pattern.substring(0, pattern.length() - 1))
                    : text.equals(pattern);
        }
    }

    /** Reads {@code /conformance/deviations.json} from the class path. */
    public static Deviations load() {
        try (InputStream in = Deviations.class.getResourceAsStream("/conformance/deviations.json")) {
            if (in == null) {
                throw new IllegalStateException("/conformance/deviations.json is not on the class path");
            }
            return of(Json.MAPPER.readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the deviation list", e);
        }
    }

    /** Reads a list. */
    public static Deviations of(JsonNode entries) {
        List<Deviation> found = new ArrayList<>();
        for (JsonNode node : entries) {
            List<String> cases = new ArrayList<>();
            node.path("cases").forEach(name -> cases.add(name.asText()));
            found.add(new Deviation(
                    required(node, "suite"),
                    cases,
                    node.path("name").asText(""),
                    node.path("tag").asText(""),
                    required(node, "reason"),
                    required(node, "decision")));
        }
        return new Deviations(found);
    }

    private static String required(JsonNode node, String field) {
        String text = node.path(field).asText("");
        if (text.isBlank()) {
            throw new IllegalStateException("deviation " + node + " has no '" + field + "'");
        }
        return text;
    }

    /** The entries of a suite. */
    public List<Deviation> of(String suite) {
        return list.stream()
                .filter(entry -> Deviation.matches(entry.suite(), suite))
                .toList();
    }
}
