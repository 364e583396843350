package io.koordbridge.bench.batch;

import io.koordbridge.bench.report.Recording;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link BatchCalculation} in a JVM of its own. */
public final class BatchBenchmark {

    private static final double LIMIT_MILLIS = 0.15;
    private static final String TARGET = "fromCaches: 50 pods";

    private BatchBenchmark() {}

    /**
     * Measures all sizes.
     *
     * @param jvm arguments of the JVM that calculates: those that the manager ships with
     */
    public static void run(Recording recording, List<String> jvm, int forks) {
        try {
            new Runner(new OptionsBuilder()
                            .include(BatchCalculation.class.getName())
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
        String method = result.getPrimaryResult().getLabel();
        String name = method + ": " + result.getParams().getParam("pods") + " pods";
        double millis = result.getPrimaryResult().getScore();
        if (name.equals(TARGET)) {
            recording.figure(name, millis, "ms", LIMIT_MILLIS);
        } else {
            recording.figure(name, millis, "ms");
        }
    }
}
