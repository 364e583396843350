package io.koordbridge.quickstart.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads what the kernel lets the best-effort tier use. */
public final class Kernel {

    private static final long PERIOD_MICROS = 100_000;

    private final Optional<Path> quotaFile;
    private final long nodeMilliCpu;

    /**
     * A reader.
     *
     * @param quotaFile {@code cpu.cfs_quota_us} of the tier, empty when the run only observes
     */
    public Kernel(Optional<Path> quotaFile, long nodeMilliCpu) {
        this.quotaFile = quotaFile;
        this.nodeMilliCpu = nodeMilliCpu;
    }

    /** Milli-cores; the whole node when there is no limit, -1 when unknown. */
    public long limitMilliCpu() {
        if (quotaFile.isEmpty()) {
            return -1;
        }
        try {
            long quota = Long.parseLong(Files.readString(quotaFile.get()).strip());
            return quota < 0 ? nodeMilliCpu : Math.min(nodeMilliCpu, quota * 1000 / PERIOD_MICROS);
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }
}
