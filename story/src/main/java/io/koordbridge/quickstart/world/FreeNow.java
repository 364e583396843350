package io.koordbridge.quickstart.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What nothing on the machine uses.
 *
 * @param milliCpu CPU that was idle between two readings
 * @param bytes memory that can be had without swapping
 */
public record FreeNow(long milliCpu, long bytes) {

    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");
    /** user nice system idle iowait irq softirq steal; guest time is part of user time. */
    private static final int COUNTED = 8;

    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;

    /** Processor time since the machine's start, in ticks. */
    public record Ticks(long idle, long all) {

        /** Ticks in which some process, the kernel or another guest of the host had a CPU. */
        public long busy() {
            return all - idle;
        }
    }

    /** Reads {@code /proc/stat}. */
    public static Ticks ticks() {
        return ticks(read("/proc/stat"));
    }

    static Ticks ticks(String stat) {
        String[] words = stat.lines().findFirst().orElse("").split("\\s+");
        long all = 0;
        for (int index = 1; index <= COUNTED && index < words.length; index++) {
            all += Long.parseLong(words[index]);
        }
        long idle = all == 0 ? 0 : Long.parseLong(words[1 + IDLE]) + Long.parseLong(words[1 + IO_WAIT]);
        return new Ticks(idle, all);
    }

    /** Between an earlier reading and now. */
    public static FreeNow since(Ticks before, Machine machine) {
        Matcher memory = AVAILABLE.matcher(read("/proc/meminfo"));
        long bytes = memory.find() ? Long.parseLong(memory.group(1)) * 1024 : machine.memoryBytes() / 2;
        return new FreeNow(idleMilliCpu(before, ticks(), machine.milliCpu()), bytes);
    }

    static long idleMilliCpu(Ticks before, Ticks after, long nodeMilliCpu) {
        long passed = after.all() - before.all();
        return passed <= 0 ? 0 : nodeMilliCpu * Math.max(0, after.idle() - before.idle()) / passed;
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
