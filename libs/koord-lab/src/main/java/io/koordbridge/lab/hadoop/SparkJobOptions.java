package io.koordbridge.lab.hadoop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Spark application to submit.
 *
 * @param jar with the main class
 * @param configuration any {@code spark.*} key, last word
 */
public record SparkJobOptions(
        String name,
        Path jar,
        String mainClass,
        List<String> arguments,
        int executors,
        int executorMegabytes,
        Map<String, String> configuration) {

    public SparkJobOptions {
        arguments = List.copyOf(arguments);
        configuration = Map.copyOf(configuration);
    }

    /** Our π job: two executors of 512 MB (768 MB containers with overhead). */
    public static SparkJobOptions pi(Path jar, int tasks, long samplesPerTask) {
        return ours("pi", "PiJob", jar, tasks, samplesPerTask);
    }

    /** Our job whose executors hold shuffle files and cached blocks, of the same size. */
    public static SparkJobOptions shuffle(Path jar, int tasks, long samplesPerTask) {
        return ours("shuffle", "ShuffleJob", jar, tasks, samplesPerTask);
    }

    private static SparkJobOptions ours(String name, String mainClass, Path jar, int tasks, long samplesPerTask) {
        List<String> size =
                List.of("--tasks", Integer.toString(tasks), "--samples-per-task", Long.toString(samplesPerTask));
        return new SparkJobOptions(name, jar, "io.koordbridge.quickstart.job." + mainClass, size, 2, 512, Map.of());
    }

    public SparkJobOptions executors(int count) {
        return new SparkJobOptions(name, jar, mainClass, arguments, count, executorMegabytes, configuration);
    }

    public SparkJobOptions arguments(List<String> more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(more);
        return new SparkJobOptions(name, jar, mainClass, all, executors, executorMegabytes, configuration);
    }

    public SparkJobOptions configuration(String key, String value) {
        Map<String, String> merged = new LinkedHashMap<>(configuration);
        merged.put(key, value);
        return new SparkJobOptions(name, jar, mainClass, arguments, executors, executorMegabytes, merged);
    }
}
