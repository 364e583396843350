package io.koordbridge.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Resident memory of a process as the kernel counts it. */
public final class ProcessMemory {
    private static final String RESIDENT = "VmRSS:";

    private ProcessMemory() {}

    /** Empty when the process is gone. */
    public static OptionalLong residentBytes(long pid) {
        Path status = Path.of("/proc", Long.toString(pid), "status");
        try {
            return residentBytes(Files.readString(status));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    static OptionalLong residentBytes(String status) {
        return status.lines()
                .filter(line -> line.startsWith(RESIDENT))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                .findFirst();
    }
}
