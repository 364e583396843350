package io.koordbridge.testkit.conformance;

import io.koordbridge.testkit.conformance.Deviations.Deviation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one suite came to. A case that a deviation covers is run like any other: only where it differs it counts as a
 * deviation.
 *
 * @param cases in file order
 * @param stale cases that a deviation lists although they pass, or are not there; known only of the shipped recordings,
 *     against which the list was reviewed
 */
public record SuiteResult(String suite, List<CaseResult> cases, List<String> stale) {

    public SuiteResult {
        cases = List.copyOf(cases);
        stale = List.copyOf(stale);
    }

    /** How one case counts. */
    public enum Verdict {
        PASSED,
        FAILED,
        DEVIATES
    }

    /**
     * One case.
     *
     * @param difference empty when it agrees
     * @param deviation the entry that covers it
     */
    public record CaseResult(String name, Optional<String> difference, Optional<Deviation> deviation) {

        /** Counts the case. */
        public Verdict verdict() {
            if (difference.isEmpty()) {
                return Verdict.PASSED;
            }
            return deviation.isEmpty() ? Verdict.FAILED : Verdict.DEVIATES;
        }
    }

    /** Runs all cases. */
    public static SuiteResult run(Suite suite, SuiteAdapter adapter, Deviations deviations) {
        boolean shipped = Vectors.isShipped(suite);
        List<Deviation> entries = deviations.of(suite.name());
        List<CaseResult> results = suite.cases().stream()
                .map(one -> new CaseResult(one.name(), outcome(adapter, one), covering(entries, one, adapter, shipped)))
                .toList();
        Set<String> stale = new TreeSet<>();
        if (shipped) {
            entries.forEach(entry -> stale.addAll(entry.cases()));
            results.stream().filter(one -> one.verdict() == Verdict.DEVIATES).forEach(one -> stale.remove(one.name()));
        }
        return new SuiteResult(suite.name(), results, List.copyOf(stale));
    }

    private static Optional<Deviation> covering(
            List<Deviation> entries, Suite.Case one, SuiteAdapter adapter, boolean shipped) {
        List<String> tags = new ArrayList<>(one.tags());
        tags.addAll(adapter.tags(one.input()));
        return entries.stream()
                .filter(entry -> entry.covers(one, tags, shipped))
                .findFirst();
    }

    private static Optional<String> outcome(SuiteAdapter adapter, Suite.Case one) {
        try {
            return adapter.difference(one.expect(), adapter.run(one.input()));
        } catch (RuntimeException e) {
            return Optional.of("threw " + e);
        }
    }

    /** The cases that count so. */
    public List<CaseResult> with(Verdict verdict) {
        return cases.stream().filter(one -> one.verdict() == verdict).toList();
    }
}
