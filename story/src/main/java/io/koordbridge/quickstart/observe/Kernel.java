package io.koordbridge.quickstart.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads what the kernel lets the best-effort tier use. */
public final class Kernel {

    private static final long PERIOD_MICROS = 100_000;

    private final Optional<Path> limitFile;
    private final long nodeMilliCpu;

    /**
     * A reader.
     *
     * @param limitFile {@code cpu.cfs_quota_us} or {@code cpu.max} of the tier, empty when the run only observes
     */
    public Kernel(Optional<Path> limitFile, long nodeMilliCpu) {
        this.limitFile = limitFile;
        this.nodeMilliCpu = nodeMilliCpu;
    }

    /** Milli-cores; the whole node when there is no limit, -1 when unknown. */
    public long limitMilliCpu() {
        if (limitFile.isEmpty()) {
            return -1;
        }
        try {
            return milliCpu(Files.readString(limitFile.get()), nodeMilliCpu);
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }

    /** A quota, or a quota and its period, in microseconds; {@code -1} and {@code max} are no limit. */
    static long milliCpu(String text, long nodeMilliCpu) {
        String[] words = text.strip().split("\\s+");
        if (words[0].equals("max") || words[0].startsWith("-")) {
            return nodeMilliCpu;
        }
        long period = words.length > 1 ? Long.parseLong(words[1]) : PERIOD_MICROS;
        return Math.min(nodeMilliCpu, Long.parseLong(words[0]) * 1000 / period);
    }
}
