package io.koordbridge.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** CPU time of a process and its threads, user and system, as the kernel counts it. */
public final class ProcessCpu {
    /** The kernel's unit in /proc/PID/stat on every architecture that Java runs on. */
    private static final int TICKS_PER_SECOND = 100;

    private static final int MILLIS_PER_SECOND = 1_000;

    /** Positions after the name of the executable. */
    private static final int USER = 11;

    private static final int SYSTEM = 12;

    private ProcessCpu() {}

    /** Empty when the process is gone. */
    public static Optional<Duration> used(long pid) {
        try {
            return Optional.of(used(Files.readString(Path.of("/proc", Long.toString(pid), "stat"))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Duration used(String stat) {
        // The name stands in parentheses and may hold blanks and parentheses itself.
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        long ticks = Long.parseLong(fields.get(USER)) + Long.parseLong(fields.get(SYSTEM));
        return Duration.ofMillis(ticks * MILLIS_PER_SECOND / TICKS_PER_SECOND);
    }
}
