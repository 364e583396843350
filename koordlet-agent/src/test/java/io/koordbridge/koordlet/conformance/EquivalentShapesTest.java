package io.koordbridge.koordlet.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.testkit.conformance.Suite;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import io.koordbridge.testkit.conformance.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Recorded cases in other forms that mean the same, for all adapters: what a suite allows is understood, not only what was recorded. */
class EquivalentShapesTest {

    @TestFactory
    Stream<DynamicTest> theSameInputInAnotherFormGivesTheSame() {
        return adapters()
                .flatMap(adapter -> Arrays.stream(Shapes.values())
                        .map(shape -> DynamicTest.dynamicTest(
                                adapter.suite() + ": " + shape.title(),
                                () -> assertThat(differing(adapter, shape::of, UnaryOperator.identity(), false))
                                        .isEmpty())));
    }

    @TestFactory
    Stream<DynamicTest> theOtherDriverOfGroupsGivesTheSame() {
        return adapters()
                .filter(adapter -> !adapter.suite().equals("koordlet/cgroup-paths"))
                .map(adapter -> DynamicTest.dynamicTest(
                        adapter.suite(),
                        () -> assertThat(differing(adapter, Shapes::ofCgroupfs, Shapes::ofCgroupfs, true))
                                .isEmpty()));
    }

    private static Stream<SuiteAdapter> adapters() {
        return ServiceLoader.load(SuiteAdapter.class).stream().map(ServiceLoader.Provider::get);
    }

    private static List<String> differing(
            SuiteAdapter adapter, UnaryOperator<JsonNode> input, UnaryOperator<JsonNode> expect, boolean systemdOnly) {
        List<String> differing = new ArrayList<>();
        for (Suite.Case one : Vectors.suite(adapter.suite()).cases()) {
            boolean deviates = adapter.difference(
                            one.expect(), adapter.run(one.input().deepCopy()))
                    .isPresent();
            boolean otherDriver = !one.input().path("cgroupDriver").asText().equals("systemd");
            if (!deviates && !(systemdOnly && otherDriver)) {
                difference(adapter, input.apply(one.input().deepCopy()), expect.apply(one.expect()))
                        .ifPresent(difference -> differing.add(one.name() + ": " + difference));
            }
        }
        return differing;
    }

    private static Optional<String> difference(SuiteAdapter adapter, JsonNode input, JsonNode expect) {
        try {
            return adapter.difference(expect, adapter.run(input));
        } catch (RuntimeException e) {
            return Optional.of(e.toString());
        }
    }
}
