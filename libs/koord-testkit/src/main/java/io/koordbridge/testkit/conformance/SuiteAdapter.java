package io.koordbridge.testkit.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Connects one suite of vectors with our code; found through {@link java.util.ServiceLoader}. */
public interface SuiteAdapter {

    /** Area and suite as in the vector's path, for example {@code manager/batch-resource}. */
    String suite();

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
