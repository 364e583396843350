package io.koordbridge.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Where the build puts what a child process needs. */
public record ProjectLayout(Path root) {
    /** System property that names the project's root; without it the working directory and its parents are searched. */
    public static final String ROOT_PROPERTY = "koordbridge.root";

    /** Finds the project's root. */
    public static ProjectLayout find() {
        String given = System.getProperty(ROOT_PROPERTY, "");
        if (!given.isEmpty()) {
            return new ProjectLayout(Path.of(given));
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path at = start; at != null; at = at.getParent()) {
            if (Files.isRegularFile(at.resolve("copilot-nodemanager-plugin/pom.xml"))) {
                return new ProjectLayout(at);
            }
        }
        throw new IllegalStateException("no project root at or above " + start + "; set -D" + ROOT_PROPERTY);
    }

    /** Class path of one of our executables: its jar, then its shipped libraries. */
    public List<String> classPath(String module) {
        Path libraries = root.resolve(module).resolve("target/dist/lib");
        if (!Files.isDirectory(libraries)) {
            throw notBuilt(module, libraries);
        }
        return List.of(jar(module).toString(), libraries + "/*");
    }

    /** What the JVM of one of our executables is started with where it is installed. */
    public List<String> jvmOptions(String module) {
        Path file = root.resolve(module).resolve("src/main/dist/jvm.options");
        try {
            return Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** The module's own jar. */
    public Path jar(String module) {
        Path target = root.resolve(module).resolve("target");
        String artifact = root.resolve(module).getFileName().toString();
        if (Files.isDirectory(target)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, artifact + "-*.jar")) {
                for (Path jar : jars) {
                    if (!jar.toString().matches(".*-(sources|tests|javadoc|test-sources)\\.jar")) {
                        return jar;
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot list " + target, e);
            }
        }
        throw notBuilt(module, target.resolve(artifact + "-*.jar"));
    }

    /**
     * A value of MAVEN_OPTS for a build of this tree, or of a copy of which sources and classes are of one time: it compiles nothing again.
     * Else each jar of ours that the build has just made counts as a changed dependency of the next module.
     */
    public static String keepingClasses() {
        String inherited = Objects.requireNonNullElse(System.getenv("MAVEN_OPTS"), "");
        return (inherited + " -Dmaven.compiler.useIncrementalCompilation=false").strip();
    }

    /** The class path that a module below story/runtimes has written. */
    public List<String> runtimeClassPath(String runtime) {
        String module = "story/runtimes/" + runtime;
        Path file = root.resolve(module).resolve("target/classpath");
        if (!Files.isRegularFile(file)) {
            throw notBuilt(module, file);
        }
        try {
            return List.of(Files.readString(file).strip().split(":"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static IllegalStateException notBuilt(String module, Path missing) {
        return new IllegalStateException(
                missing + " is missing; build it with: mvn -DskipTests package -pl " + module + " -am");
    }
}
