package io.koordbridge.testkit.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The reviewed list of cases that we answer differently on purpose. */
public final class Deviations {

    private final List<Deviation> list;

    private Deviations(List<Deviation> list) {
        this.list = List.copyOf(list);
    }

    /**
     * One entry.
     *
     * @param caseName exact name, or a prefix that ends in {@code *}
     * @param decision where it was decided
     */
    public record Deviation(String suite, String caseName, String reason, String decision) {

        boolean covers(String otherSuite, String otherCase) {
            if (!suite.equals(otherSuite)) {
                return false;
            }
            return caseName.endsWith("*")
                    ? otherCase.startsWith(caseName.substring(0, caseName.length() - 1))
                    : otherCase.equals(caseName);
        }
    }

    /** Reads {@code /conformance/deviations.json} from the class path. */
    public static Deviations load() {
        try (InputStream in = Deviations.class.getResourceAsStream("/conformance/deviations.json")) {
            if (in == null) {
                throw new IllegalStateException("/conformance/deviations.json is not on the class path");
            }
            List<Deviation> found = new ArrayList<>();
            for (JsonNode node : Json.MAPPER.readTree(in)) {
                found.add(new Deviation(
                        required(node, "suite"),
                        required(node, "case"),
                        required(node, "reason"),
                        required(node, "decision")));
            }
            return new Deviations(found);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the deviation list", e);
        }
    }

    private static String required(JsonNode node, String field) {
        String text = node.path(field).asText("");
        if (text.isBlank()) {
            throw new IllegalStateException("deviation " + node + " has no '" + field + "'");
        }
        return text;
    }

    /** The entry that covers a case. */
    public Optional<Deviation> find(String suite, String caseName) {
        return list.stream().filter(one -> one.covers(suite, caseName)).findFirst();
    }
}
