package io.koordbridge.koordlet.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Cases of our own, in the form of the recorded ones: inputs that the suites allow and the shipped recordings do not show. */
class OwnShapesTest {

    @TestFactory
    Stream<DynamicTest> takesEveryInputThatASuiteAllows() throws IOException {
        Map<String, SuiteAdapter> adapters = ServiceLoader.load(SuiteAdapter.class).stream()
                .map(ServiceLoader.Provider::get)
                .collect(Collectors.toMap(SuiteAdapter::suite, Function.identity()));
        try (InputStream in = OwnShapesTest.class.getResourceAsStream("/shapes/cases.json")) {
            JsonNode cases = Json.MAPPER.readTree(Objects.requireNonNull(in));
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(one -> DynamicTest.dynamicTest(
                            one.path("suite").asText() + ": " + one.path("name").asText(),
                            () -> check(
                                    Objects.requireNonNull(adapters.get(
                                            "koordlet/" + one.path("suite").asText())),
                                    one)));
        }
    }

    private static void check(SuiteAdapter adapter, JsonNode one) {
        assertThat(adapter.difference(one.path("expect"), adapter.run(one.path("input"))))
                .isEmpty();
    }
}
