package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.ProjectLayout;
import java.util.List;

/** Class path and JVM flags of one Hadoop release. */
public record HadoopRuntime(String release, List<String> classPath, List<String> jvmArguments) {

    public HadoopRuntime {
        classPath = List.copyOf(classPath);
        jvmArguments = List.copyOf(jvmArguments);
    }

    /** Hadoop 3.3, made for Java 8 and 11: it needs the same module opened as 3.4. */
    public static HadoopRuntime hadoop33(ProjectLayout layout) {
        return new HadoopRuntime(
                "3.3",
                layout.runtimeClassPath("hadoop-3.3"),
                List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    }

    /** Hadoop 3.4: its web applications need a module opened on Java 17 and newer. */
    public static HadoopRuntime hadoop34(ProjectLayout layout) {
        return new HadoopRuntime(
                "3.4",
                layout.runtimeClassPath("hadoop-3.4"),
                List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    }

    /** Hadoop 3.5. */
    public static HadoopRuntime hadoop35(ProjectLayout layout) {
        return new HadoopRuntime("3.5", layout.runtimeClassPath("hadoop-3.5"), List.of());
    }
}
