package io.koordbridge.koordlet.collect;

import io.koordbridge.protocol.PureCore;

/** Texts of /proc to numbers; specification section 7, node. */
@PureCore
public final class ProcText {

    private static final int[] ACTIVE_FIELDS = {1, 2, 3, 6, 7};
    private static final int FEWEST_FIELDS = 8;

    private ProcText() {}

    /**
     * Ticks in which any CPU worked: user, nice, system, irq and softirq.
     *
     * @throws IllegalArgumentException when there is no such line
     */
    public static long activeTicks(String stat) {
        for (String line : stat.split("\n")) {
            String[] fields = line.trim().split("\\s+");
            if (fields[0].equals("cpu")) {
                if (fields.length < FEWEST_FIELDS) {
                    throw new IllegalArgumentException("/proc/stat: line '" + line + "' has too few fields");
                }
                return sum(fields);
            }
        }
        throw new IllegalArgumentException("/proc/stat: no line 'cpu'");
    }

    private static long sum(String[] fields) {
        long ticks = 0;
        for (int field : ACTIVE_FIELDS) {
            try {
                ticks += Long.parseLong(fields[field]);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("/proc/stat: '" + fields[field] + "' is not a number of ticks", e);
            }
        }
        return ticks;
    }

    /** Bytes that cannot be given to anybody else: total without available; never negative. */
    public static long usedMemoryBytes(String meminfo) {
        return Math.max(0, kibibytes(meminfo, "MemTotal") - kibibytes(meminfo, "MemAvailable")) * 1024;
    }

    /** Bytes in use, page cache included. */
    public static long usedMemoryWithPageCacheBytes(String meminfo) {
        return Math.max(0, kibibytes(meminfo, "MemTotal") - kibibytes(meminfo, "MemFree")) * 1024;
    }

    /** A line's number; 0 when it is missing or no number. */
    static long kibibytes(String meminfo, String name) {
        for (String line : meminfo.split("\n")) {
            if (line.startsWith(name + ":")) {
                String[] fields = line.substring(name.length() + 1).trim().split("\\s+");
                try {
                    return Long.parseLong(fields[0]);
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 0;
    }
}
