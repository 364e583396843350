package io.koordbridge.testkit.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** Connects one suite of vectors with the classes that ship; found through {@link java.util.ServiceLoader}. */
public interface SuiteAdapter {

    /** Area and suite as the vector file says, for example {@code manager/batch-resource}. */
    String suite();

    /** A remark beside the result where the suite is not held by code that ships; empty otherwise. */
    default String heldBy() {
        return "";
    }

    /** Tags that follow from the input of a case, beside those of the file; deviations select by them. */
    default List<String> tags(JsonNode input) {
        return List.of();
    }

    /**
     * Runs one case.
     *
     * @param input the case's {@code input}
     * @return the outcome in the shape of the case's {@code expect}
     */
    JsonNode run(JsonNode input);

    /**
     * Compares an outcome with the expectation.
     *
     * @return empty when they agree by the area's comparison rules, else a readable difference
     */
    default Optional<String> difference(JsonNode expect, JsonNode actual) {
        return Json.difference(expect, actual, 1e-9);
    }
}
