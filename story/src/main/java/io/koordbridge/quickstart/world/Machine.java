package io.koordbridge.quickstart.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine the story runs on.
 *
 * @param cpus logical CPUs
 */
public record Machine(int cpus, long memoryBytes, boolean root) {

    private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s+(\\d+) kB");

    /** Below this many virtual cores a lease has no steps to show. */
    private static final int WANTED_VCORES = 16;

    /** Reads {@code /proc}. */
    public static Machine read() {
        try {
            Matcher matcher = TOTAL.matcher(Files.readString(Path.of("/proc/meminfo")));
            if (!matcher.find()) {
                throw new IllegalStateException("/proc/meminfo has no MemTotal");
            }
            boolean root = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
            return new Machine(
                    Runtime.getRuntime().availableProcessors(), Long.parseLong(matcher.group(1)) * 1024, root);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the machine", e);
        }
    }

    public long milliCpu() {
        return cpus * 1000L;
    }

    /** Virtual cores offered per core, so that a small machine still has whole virtual cores to lease. */
    public int vcoreRatio() {
        return Math.max(1, WANTED_VCORES / cpus);
    }
}
