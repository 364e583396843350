package io.koordbridge.lab.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How to start a JVM with the JDK of this process.
 *
 * @param name names the process in messages
 * @param classPath jars, directories or {@code dir/*} entries, in order
 * @param environment added to the inherited environment
 */
public record JavaCommand(
        String name,
        String mainClass,
        List<String> classPath,
        List<String> jvmArguments,
        List<String> arguments,
        Map<String, String> environment) {

    public JavaCommand {
        classPath = List.copyOf(classPath);
        jvmArguments = List.copyOf(jvmArguments);
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** A command without class path and arguments. */
    public static JavaCommand of(String name, String mainClass) {
        return new JavaCommand(name, mainClass, List.of(), List.of(), List.of(), Map.of());
    }

    /** Appends class path entries. */
    public JavaCommand classPath(List<String> entries) {
        return new JavaCommand(name, mainClass, concat(classPath, entries), jvmArguments, arguments, environment);
    }

    /** Appends the class path of this JVM, for a child that works in another directory. */
    public JavaCommand ownClassPath() {
        return classPath(Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .toList());
    }

    /** Appends arguments of the JVM, such as {@code -Xmx64m}. */
    public JavaCommand jvmArguments(List<String> more) {
        return new JavaCommand(name, mainClass, classPath, concat(jvmArguments, more), arguments, environment);
    }

    /** Appends arguments of the program. */
    public JavaCommand arguments(List<String> more) {
        return new JavaCommand(name, mainClass, classPath, jvmArguments, concat(arguments, more), environment);
    }

    /** Sets a variable of the child's environment. */
    public JavaCommand environment(String variable, String value) {
        Map<String, String> merged = new LinkedHashMap<>(environment);
        merged.put(variable, value);
        return new JavaCommand(name, mainClass, classPath, jvmArguments, arguments, merged);
    }

    /** Starts it; output goes to {@code logFile}, appended. */
    public ChildProcess start(Path workDirectory, Path logFile) {
        return ChildProcess.start(name, line(), environment, workDirectory, logFile);
    }

    /** The whole command line. */
    public List<String> line() {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvmArguments);
        line.add("-cp");
        line.add(String.join(File.pathSeparator, classPath));
        line.add(mainClass);
        line.addAll(arguments);
        return line;
    }

    private static List<String> concat(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
