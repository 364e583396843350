package io.koordbridge.it.chart;

import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.jar.JarFile;

/** Our own executables as the build leaves them, started as they are shipped. */
public final class Executables {
    private Executables() {}

    /**
     * Not started yet.
     *
     * @throws IllegalStateException when it is not built
     */
    public static JavaCommand command(String component, String module, String mainClass) {
        ProjectLayout layout = ProjectLayout.find();
        requireClass(layout.jar(module), mainClass);
        return JavaCommand.of(component, mainClass)
                .jvmArguments(layout.jvmOptions(module))
                .classPath(layout.classPath(module));
    }

    /** A jar of an earlier build may lack it. */
    private static void requireClass(Path jar, String mainClass) {
        try (JarFile content = new JarFile(jar.toFile())) {
            if (content.getEntry(mainClass.replace('.', '/') + ".class") == null) {
                throw new IllegalStateException(jar + " has no " + mainClass);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException("reading " + jar, unreadable);
        }
    }
}
