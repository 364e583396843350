package io.koordbridge.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Resident memory of a process as the kernel counts it. */
public final class ProcessMemory {
    private static final String RESIDENT = "VmRSS:";
    private static final String PEAK = "VmHWM:";

    private ProcessMemory() {}

    /** Empty when the process is gone. */
    public static OptionalLong residentBytes(long pid) {
        return read(pid, RESIDENT);
    }

    /** The most that was ever resident; empty when the process is gone. */
    public static OptionalLong peakBytes(long pid) {
        return read(pid, PEAK);
    }

    private static OptionalLong read(long pid, String line) {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        try {
            return bytes(Files.readString(status), line);
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    static OptionalLong residentBytes(String status) {
        return bytes(status, RESIDENT);
    }

    private static OptionalLong bytes(String status, String wanted) {
        return status.lines()
                .filter(line -> line.startsWith(wanted))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .findFirst();
    }
}
