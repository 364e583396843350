package io.koordbridge.copilot.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;

/** How many CPUs the machine has: a JVM counts only those that its own group may use. */
final class RealCores {
    private static final Path ONLINE = Paths.get("/sys/devices/system/cpu/online");

    private RealCores() {}

    static long count() {
        try {
            return count(CgroupFiles.read(ONLINE));
        } catch (IOException | NumberFormatException e) {
            return Runtime.getRuntime().availableProcessors();
        }
    }

    /** Of a list such as {@code 0-3,6}. */
    static long count(String list) {
        long count = 0;
        for (String range : list.trim().split(",", -1)) {
            String[] ends = range.split("-", 2);
            count += Long.parseLong(ends[ends.length - 1]) - Long.parseLong(ends[0]) + 1;
        }
        return count;
    }
}
