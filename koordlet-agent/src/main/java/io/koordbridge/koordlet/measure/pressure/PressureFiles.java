package io.koordbridge.koordlet.measure.pressure;

import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.PressureStat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Pressure files through descriptors that stay open. A file that is not there, or that the kernel does not fill, is looked for again after a
 * minute. One thread.
 */
final class PressureFiles implements AutoCloseable {

    static final Duration AGAIN = Duration.ofMinutes(1);
    /** Two lines of five words. */
    private static final int LARGEST = 1024;

    private final CgroupTree tree;
    private final ByteSource source;
    private final byte[] bytes = new byte[LARGEST];
    private final Map<Path, Instant> absentSince = new HashMap<>();

    PressureFiles(CgroupTree tree) {
        this.tree = tree;
        this.source = tree.files().bytes();
    }

    /** Of a group; empty where the kernel has none for it. */
    Optional<PressureStat> read(Knob<PressureStat> knob, String group, Instant now) throws IOException {
        Optional<Path> file = tree.file(knob, group);
        return file.isEmpty() || !tree.supports(knob, group) ? Optional.empty() : read(knob, file.get(), now);
    }

    /** The same of any file with such a content. */
    Optional<PressureStat> read(Knob<PressureStat> knob, Path file, Instant now) throws IOException {
        Instant since = absentSince.get(file);
        if (since != null && now.isBefore(since.plus(AGAIN))) {
            return Optional.empty();
        }
        try {
            int length = source.read(file, bytes);
            absentSince.remove(file);
            return Optional.of(parsed(knob, file, new String(bytes, 0, length, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException e) {
            absentSince.put(file, now);
            return Optional.empty();
        } catch (IOException e) {
            if (isSwitchedOff(e)) {
                absentSince.put(file, now);
                return Optional.empty();
            }
            throw e;
        }
    }

    /** A kernel that was started without pressure stall information has the files and does not let them be read. */
    private static boolean isSwitchedOff(IOException problem) {
        String words = String.valueOf(problem.getMessage());
        return words.contains("Operation not supported") || words.contains("not supported");
    }

    private PressureStat parsed(Knob<PressureStat> knob, Path file, String text) throws IOException {
        try {
            return knob.parse(tree.version(), text);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** A sample is complete: files of groups that are gone are closed and forgotten. */
    void endSample(Instant now) {
        source.endTick();
        absentSince.values().removeIf(since -> !now.isBefore(since.plus(AGAIN)));
    }

    @Override
    public void close() {
        source.close();
    }
}
