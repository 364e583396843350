package io.koordbridge.testkit.conformance;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.AssertionFailedError;

/** Extend this in a module's tests: every adapter that the module registers becomes a container of dynamic tests. */
public abstract class ConformanceTests {

    @TestFactory
    Stream<DynamicContainer> vectors() {
        Deviations deviations = Deviations.load();
        return ServiceLoader.load(SuiteAdapter.class).stream()
                .map(ServiceLoader.Provider::get)
                .map(adapter -> container(adapter, deviations));
    }

    private static DynamicContainer container(SuiteAdapter adapter, Deviations deviations) {
        Suite suite = Vectors.suite(adapter.suite());
        Stream<DynamicTest> tests = suite.cases().stream()
                .filter(one -> deviations.find(suite.name(), one.name()).isEmpty())
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> check(adapter, one)));
        return DynamicContainer.dynamicContainer(suite.name(), tests);
    }

    private static void check(SuiteAdapter adapter, Suite.Case one) {
        Optional<String> difference = adapter.difference(one.expect(), adapter.run(one.input()));
        if (difference.isPresent()) {
            throw new AssertionFailedError(one.name() + "\n" + difference.get());
        }
    }
}
