package io.koordbridge.bench.koordlet;

import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.cgroup.OwnHierarchies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link Tick} in JVMs of its own. */
public final class TickBenchmark {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_KIB = 1024;
    private static final double CPU_MILLIS_FILES = 5;
    private static final double CPU_MILLIS_KERNEL = 10;
    private static final double SLOWEST = 2;
    private static final double GARBAGE_KIB = 64;
    private static final double GROWTH = 3.5;
    private static final double ALL_GATES = 2;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int WARMING = 5;
    private static final int LOOKED_AT = 500;
    /** Of two configurations on the class path this one holds. */
    private static final String LOGGING = "logback.configurationFile";

    private static final String MIDDLE = "150";
    private static final String MANY = "500";

    private final Recording recording;
    private final Map<String, Double> cpuMillis = new HashMap<>();

    private TickBenchmark(Recording recording) {
        this.recording = recording;
    }

    /**
     * Measures all sizes.
     *
     * @param jvm arguments of the JVM that ticks: those that the agent ships with
     * @param containers how many, for each measurement
     */
    public static void run(Recording recording, List<String> jvm, List<String> containers) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(Tick.class.getName() + "\\.")
                .addProfiler(GCProfiler.class)
                .warmupIterations(1)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(2)
                .measurementTime(TimeValue.seconds(1))
                .forks(1)
                .jvmArgs(jvm.toArray(String[]::new))
                .jvmArgsAppend("-D" + LOGGING + "=" + System.getProperty(LOGGING, ""))
                .param("containers", containers.toArray(String[]::new))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        try {
            List<RunResult> results =
                    new ArrayList<>(new Runner(options.param("tree", Tick.FILES).build()).run());
            Optional<String> missing = OwnHierarchies.missing();
            if (missing.isPresent()) {
                recording.note("no control groups of the kernel: " + missing.get());
            } else {
                Options kernel = options.param("tree", Tick.KERNEL)
                        .param("policy", Tick.CPUSET)
                        .build();
                results.addAll(new Runner(kernel).run());
            }
            TickBenchmark benchmark = new TickBenchmark(recording);
            benchmark.record(results);
            benchmark.strategies();
        } catch (RunnerException e) {
            throw new IllegalStateException("JMH: " + e.getMessage(), e);
        } catch (Exception e) {
            throw new IllegalStateException("the strategies cannot be measured", e);
        }
    }

    private void record(List<RunResult> results) {
        results.forEach(this::record);
        for (String containers : new TreeSet<>(results.stream()
                .map(one -> one.getParams().getParam("containers"))
                .toList())) {
            String of = containers + ", " + Tick.FILES + ", ";
            double ratio = required(of + Tick.ALL) / required(of + Tick.CPUSET);
            recording.figure(of + "all gates / default", ratio, "times", ALL_GATES);
        }
        for (String tree : List.of(Tick.FILES, Tick.KERNEL)) {
            for (String policy : List.of(Tick.CPUSET, Tick.QUOTA, Tick.ALL)) {
                String end = ", " + tree + ", " + policy;
                Double many = cpuMillis.get(MANY + end);
                Double middle = cpuMillis.get(MIDDLE + end);
                if (many != null && middle != null) {
                    recording.figure("500 / 150 containers" + end, many / middle, "times", GROWTH);
                }
            }
        }
    }

    private double required(String name) {
        return Objects.requireNonNull(cpuMillis.get(name), name);
    }

    /** Where the time of a tick with all gates goes, in this JVM: what a strategy needs for its decision, and everything else. */
    private void strategies() throws Exception {
        Tick tick = new Tick();
        tick.containers = Integer.parseInt(MIDDLE);
        tick.policy = Tick.ALL;
        tick.prepare();
        try {
            for (int round = 0; round < WARMING; round++) {
                tick.strategies(LOOKED_AT);
            }
            tick.strategies(LOOKED_AT)
                    .forEach((name, nanos) -> recording.figure(
                            MIDDLE + ", all gates: decision of " + name, nanos / NANOS_PER_MICRO, "us"));
        } finally {
            tick.remove();
        }
    }

    private void record(RunResult result) {
        String containers = result.getParams().getParam("containers");
        String policy = result.getParams().getParam("policy");
        String tree = result.getParams().getParam("tree");
        String name = containers + ", " + tree + ", " + policy;
        double ticks = secondary(result, "ticks");
        double cpu = secondary(result, "cpuNanos") / ticks / NANOS_PER_MILLI;
        cpuMillis.put(name, cpu);
        double garbage = secondary(result, "gc.alloc.rate.norm") / BYTES_PER_KIB;
        if (containers.equals(MIDDLE)) {
            recording.figure(name + ": CPU", cpu, "ms", tree.equals(Tick.FILES) ? CPU_MILLIS_FILES : CPU_MILLIS_KERNEL);
            recording.figure(name + ": garbage", garbage, "KiB", GARBAGE_KIB);
        } else {
            recording.figure(name + ": CPU", cpu, "ms");
            recording.figure(name + ": garbage", garbage, "KiB");
        }
        double slowest = secondary(result, "slowestNanos") / secondary(result, "medianNanos");
        recording.figure(name + ": slowest tick", slowest, "medians", SLOWEST);
        recording.figure(name + ": writes", secondary(result, "writes"), "files", 0);
    }

    /** JMH gives them as raw types. */
    @SuppressWarnings("rawtypes")
    private static double secondary(RunResult result, String name) {
        var secondary = result.getSecondaryResults();
        return secondary.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(name))
                .mapToDouble(entry -> entry.getValue().getScore())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("JMH has no " + name + " in " + secondary.keySet()));
    }
}
