package io.koordbridge.testkit.conformance;

import io.koordbridge.testkit.conformance.Deviations.Deviation;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
                "Runs recorded vectors against this product. Exit 0 only if every suite has an adapter and no case failed.")
public final class ConformanceMain implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "DIR", description = "Directory with <area>/<suite>.json files.")
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
    private final List<String> deviationLines = new ArrayList<>();

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
        for (Suite suite : Vectors.below(directory)) {
            if (suite.name().contains(only)) {
                run(suite, adapters.get(suite.name()), deviations, out);
            }
        }
        if (!deviationLines.isEmpty()) {
            out.println("deviations (neither passed nor failed): " + deviationLines.size());
            deviationLines.forEach(line -> out.println("  " + line));
        }
        if (suitesWithoutAdapter > 0) {
            out.println(suitesWithoutAdapter + " suites have no adapter");
        }
        out.println(passed + " passed, " + failed + " failed");
        out.flush();
        return failed == 0 && suitesWithoutAdapter == 0 && passed > 0 ? 0 : 1;
    }

    private void run(Suite suite, @Nullable SuiteAdapter adapter, Deviations deviations, PrintWriter out) {
        if (adapter == null) {
            suitesWithoutAdapter++;
            out.println(suite.name() + " no adapter (" + suite.cases().size() + " cases)");
            return;
        }
        int suitePassed = 0;
        int counted = 0;
        List<String> failures = new ArrayList<>();
        for (Suite.Case one : suite.cases()) {
            Optional<Deviation> deviation = deviations.find(suite.name(), one.name());
            if (deviation.isPresent()) {
                deviationLines.add(suite.name() + " '" + one.name() + "': "
                        + deviation.get().reason() + " [" + deviation.get().decision() + "]");
                continue;
            }
            counted++;
            Optional<String> difference = outcome(adapter, one);
            if (difference.isEmpty()) {
                suitePassed++;
            } else {
                failures.add("  '" + one.name() + "': " + difference.get().replace("\n", "\n    "));
            }
        }
        passed += suitePassed;
        failed += counted - suitePassed;
        out.println(suite.name() + " " + suitePassed + "/" + counted);
        failures.stream().limit(shown).forEach(out::println);
    }

    private static Optional<String> outcome(SuiteAdapter adapter, Suite.Case one) {
        try {
            return adapter.difference(one.expect(), adapter.run(one.input()));
        } catch (RuntimeException e) {
            return Optional.of("threw " + e);
        }
    }
}
