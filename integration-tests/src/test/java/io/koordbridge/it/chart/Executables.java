package io.koordbridge.it.chart;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Our own executables as the build leaves them, started as they are shipped; skipped with a reason where they are not built, a failure with CI=true. */
public final class Executables {
    private static final Logger LOG = LoggerFactory.getLogger(Executables.class);

    private Executables() {}

    /** Not started yet. */
    public static JavaCommand command(String component, String module, String mainClass) {
        try {
            ProjectLayout layout = ProjectLayout.find();
            requireClass(layout.jar(module), mainClass);
            return JavaCommand.of(component, mainClass)
                    .jvmArguments(layout.jvmOptions(module))
                    .classPath(layout.classPath(module));
        } catch (IllegalStateException notBuilt) {
            if (!Boolean.parseBoolean(System.getenv("CI"))) {
                LOG.warn("SKIPPED, {} is not built: {}", component, notBuilt.getMessage());
                assumeThat(false).as(notBuilt.getMessage()).isTrue();
            }
            throw notBuilt;
        }
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
