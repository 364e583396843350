package io.koordbridge.testkit.conformance;

import io.koordbridge.testkit.conformance.Deviations.Deviation;
import io.koordbridge.testkit.conformance.SuiteResult.CaseResult;
import io.koordbridge.testkit.conformance.SuiteResult.Verdict;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bin/conformance}: runs every vector file below a directory and counts. */
@Command(
        name = "conformance",
        mixinStandardHelpOptions = true,
        description =
                "Runs recorded vectors against this product. Exit 0 only if every suite has an adapter, no case failed and no deviation is stale.")
public final class ConformanceMain implements Callable<Integer> {

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "Directory with files of vectors, at any depth and of any name.")
    private @Nullable Path directory;

    @Option(
            names = "--show",
            defaultValue = "3",
            description = "Failing cases shown per suite (default ${DEFAULT-VALUE}).")
    private int shown;

    @Option(names = "--suite", description = "Only suites whose name contains this text.")
    private String only = "";

    @Spec
    private @Nullable CommandSpec spec;

    private int passed;
    private int failed;
    private int suitesWithoutAdapter;
    private final List<String> deviating = new ArrayList<>();
    private final List<String> stale = new ArrayList<>();

    /** Entry point. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new ConformanceMain()).execute(args));
    }

    @Override
    public Integer call() {
        PrintWriter out = java.util.Objects.requireNonNull(spec).commandLine().getOut();
        if (directory == null || !Files.isDirectory(directory)) {
            out.println("no directory " + directory);
            return CommandLine.ExitCode.USAGE;
        }
        Map<String, SuiteAdapter> adapters = new TreeMap<>();
        ServiceLoader.load(SuiteAdapter.class).forEach(adapter -> adapters.put(adapter.suite(), adapter));
        Deviations deviations = Deviations.load();
        List<Suite> suites;
        try {
            suites = Vectors.below(directory);
        } catch (IllegalStateException e) {
            out.println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
        for (Suite suite : suites) {
            if (suite.name().contains(only)) {
                run(suite, adapters.get(suite.name()), deviations, out);
            }
        }
        list(out, "deviations (neither passed nor failed)", deviating);
        list(out, "stale deviations (they pass or are not there: take them out)", stale);
        if (suitesWithoutAdapter > 0) {
            out.println(suitesWithoutAdapter + " suites have no adapter");
        }
        out.println(passed + " passed, " + failed + " failed");
        out.flush();
        return failed == 0 && stale.isEmpty() && suitesWithoutAdapter == 0 && passed > 0 ? 0 : 1;
    }

    private static void list(PrintWriter out, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            out.println(title + ": " + lines.size());
            lines.forEach(line -> out.println("  " + line));
        }
    }

    private void run(Suite suite, @Nullable SuiteAdapter adapter, Deviations deviations, PrintWriter out) {
        if (adapter == null) {
            suitesWithoutAdapter++;
            out.println(suite.name() + " no adapter (" + suite.cases().size() + " cases)");
            return;
        }
        SuiteResult result = SuiteResult.run(suite, adapter, deviations);
        int suitePassed = result.with(Verdict.PASSED).size();
        List<CaseResult> failures = result.with(Verdict.FAILED);
        passed += suitePassed;
        failed += failures.size();
        String held = adapter.heldBy().isEmpty() ? "" : " (" + adapter.heldBy() + ")";
        out.println(suite.name() + " " + suitePassed + "/" + (suitePassed + failures.size()) + held);
        failures.stream()
                .limit(shown)
                .map(one -> "  '" + one.name() + "': "
                        + one.difference().orElseThrow().replace("\n", "\n    "))
                .forEach(out::println);
        for (CaseResult one : result.with(Verdict.DEVIATES)) {
            Deviation deviation = one.deviation().orElseThrow();
            deviating.add(
                    suite.name() + " '" + one.name() + "': " + deviation.reason() + " [" + deviation.decision() + "]");
        }
        result.stale().forEach(name -> stale.add(suite.name() + " '" + name + "'"));
    }
}
