package io.koordbridge.quickstart.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Logs stay, everything else goes.
 *
 * @param logs kept after the run
 * @param work removed by {@link #close}
 */
public record RunDirectory(Path logs, Path work) implements AutoCloseable {

    /** Both below the directory; nothing is made yet, so that it can be registered for removal first. */
    public static RunDirectory at(Path logs) {
        Path absolute = logs.toAbsolutePath();
        return new RunDirectory(absolute, absolute.resolve("work"));
    }

    /** Makes both. */
    public void make() {
        try {
            Files.createDirectories(temporary());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + temporary(), e);
        }
    }

    /** Where programs of the run unpack what they need. */
    public Path temporary() {
        return work.resolve("tmp");
    }

    /** A log file. */
    public Path log(String name) {
        return logs.resolve(name + ".log");
    }

    /** Writes a file of the run. */
    public Path write(String name, String text) {
        try {
            Path file = work.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + name, e);
        }
    }

    @Override
    public void close() {
        if (!Files.exists(work)) {
            return;
        }
        try (Stream<Path> all = Files.walk(work)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(one);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + work, e);
        }
    }
}
