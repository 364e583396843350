package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.ProjectLayout;
import java.util.List;
import java.util.Map;

/** Class path of one Spark release with its YARN client. */
public record SparkRuntime(String release, List<String> classPath) {
    /** Another release than 3.5: {@code 4} is the one that bin/versions has built. */
    public static final String RELEASE_VARIABLE = "KOORD_BRIDGE_SPARK";

    public SparkRuntime {
        classPath = List.copyOf(classPath);
    }

    /**
     * The release that the environment of this process names, else 3.5.
     *
     * @throws IllegalArgumentException when there is no such release
     */
    public static SparkRuntime ofThisProcess(ProjectLayout layout) {
        return of(System.getenv(), layout);
    }

    static SparkRuntime of(Map<String, String> environment, ProjectLayout layout) {
        String release = environment.getOrDefault(RELEASE_VARIABLE, "3.5");
        return switch (release) {
            case "3.5", "4" -> new SparkRuntime(release, layout.runtimeClassPath("spark-" + release));
            default ->
                throw new IllegalArgumentException(RELEASE_VARIABLE + " is '" + release + "', there are 3.5 and 4");
        };
    }
}
