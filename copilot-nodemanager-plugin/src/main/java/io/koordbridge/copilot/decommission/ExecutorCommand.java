package io.koordbridge.copilot.decommission;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a command line is that of an executor's JVM. The shell that starts it has the name of the class in its arguments as well, and so may
 * any other program. Pure.
 */
final class ExecutorCommand {
    /** On YARN since Spark 3.0, and before. */
    private static final Set<String> CLASSES = names(
            "org.apache.spark.executor.YarnCoarseGrainedExecutorBackend",
            "org.apache.spark.executor.CoarseGrainedExecutorBackend");
    /** Options of java whose value is an argument of its own. */
    private static final Set<String> WITH_VALUE = names(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--patch-module",
            "--enable-native-access");

    private ExecutorCommand() {}

    /** Takes the arguments from the program's own name on. */
    static boolean matches(List<String> arguments) {
        if (arguments.isEmpty() || !isJava(arguments.get(0))) {
            return false;
        }
        int i = 1;
        while (i < arguments.size() && arguments.get(i).startsWith("-")) {
            i += WITH_VALUE.contains(arguments.get(i)) ? 2 : 1;
        }
        // What follows the options is the main class.
        return i < arguments.size() && CLASSES.contains(arguments.get(i));
    }

    private static boolean isJava(String program) {
        return program.substring(program.lastIndexOf('/') + 1).equals("java");
    }

    private static Set<String> names(String... names) {
        return Collections.unmodifiableSet(new HashSet<>(Arrays.asList(names)));
    }
}
