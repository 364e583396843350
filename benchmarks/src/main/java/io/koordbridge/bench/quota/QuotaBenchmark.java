package io.koordbridge.bench.quota;

import io.koordbridge.bench.report.Recording;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link QuotaCalculation} in a JVM of its own. */
public final class QuotaBenchmark {

    /** Microseconds. */
    private static final Map<String, Double> LIMITS = Map.of(
            "fullRefresh", 1_000.0,
            "scaledRefresh", 1_000.0,
            "quotaChange", 5_000.0,
            "demandChange", 50.0,
            "starvedDemandChange", 50.0,
            "admission", 5.0);

    private QuotaBenchmark() {}

    /** Measures all figures. */
    public static void run(Recording recording, List<String> jvm, int forks) {
        try {
            new Runner(new OptionsBuilder()
                            .include(QuotaCalculation.class.getName())
                            .warmupIterations(3)
                            .warmupTime(TimeValue.seconds(1))
                            .measurementIterations(5)
                            .measurementTime(TimeValue.seconds(1))
                            .forks(forks)
                            .jvmArgs(jvm.toArray(String[]::new))
                            .verbosity(VerboseMode.SILENT)
                            .build())
                    .run()
                    .forEach(result -> record(recording, result));
        } catch (RunnerException e) {
            throw new IllegalStateException("JMH: " + e.getMessage(), e);
        }
    }

    private static void record(Recording recording, RunResult result) {
        String name = result.getPrimaryResult().getLabel();
        recording.figure(name, result.getPrimaryResult().getScore(), "us", LIMITS.getOrDefault(name, Double.MAX_VALUE));
    }
}
