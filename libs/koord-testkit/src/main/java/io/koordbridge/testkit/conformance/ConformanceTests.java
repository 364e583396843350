package io.koordbridge.testkit.conformance;

import io.koordbridge.testkit.conformance.SuiteResult.CaseResult;
import io.koordbridge.testkit.conformance.SuiteResult.Verdict;
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
        SuiteResult result = SuiteResult.run(Vectors.suite(adapter.suite()), adapter, deviations);
        Stream<DynamicTest> cases = result.cases().stream()
                .filter(one -> one.verdict() != Verdict.DEVIATES)
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> check(one)));
        Stream<DynamicTest> stale = result.stale().stream()
                .map(name -> DynamicTest.dynamicTest("deviation " + name, () -> {
                    throw new AssertionFailedError(name + " passes or is not there: take it out of deviations.json");
                }));
        return DynamicContainer.dynamicContainer(result.suite(), Stream.concat(cases, stale));
    }

    private static void check(CaseResult one) {
        if (one.difference().isPresent()) {
            throw new AssertionFailedError(one.name() + "\n" + one.difference().get());
        }
    }
}
