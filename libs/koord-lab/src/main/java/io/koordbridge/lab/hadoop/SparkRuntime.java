package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.ProjectLayout;
import java.util.List;

/** Class path of one Spark release with its YARN client. */
public record SparkRuntime(String release, List<String> classPath) {

    public SparkRuntime {
        classPath = List.copyOf(classPath);
    }

    /** Spark 3.5. */
    public static SparkRuntime spark35(ProjectLayout layout) {
        return new SparkRuntime("3.5", layout.runtimeClassPath("spark-3.5"));
    }
}
