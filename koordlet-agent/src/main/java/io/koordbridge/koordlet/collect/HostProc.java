package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.ByteParser;
import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupFiles;
import io.koordbridge.koordlet.cgroup.TooLongException;
import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The files of /proc that the collectors read, those of the machine at most once for a moment. One thread. */
public final class HostProc implements AutoCloseable {

    private static final int USUAL = 64 << 10;
    /** Each CPU has a line of 100 bytes in /proc/stat, and each interrupt a number in one line. */
    private static final int LARGEST = 16 << 20;

    private static final byte[] CPU = "cpu".getBytes(StandardCharsets.US_ASCII);
    private static final int[] ACTIVE_FIELDS = {1, 2, 3, 6, 7};

    /** Words behind the name of the process. */
    private static final int OWN_USER = 11;

    private static final int OWN_SYSTEM = 12;

    private final ByteSource source;
    private final Path stat;
    private final Path meminfo;
    private final Path own;
    private boolean ownMissing;
    private byte[] bytes = new byte[USUAL];
    private @Nullable Instant ticksAt;
    private long ticks;
    /** By the number of the CPU; -1 for one without a line. */
    private long[] byCpu = {};

    public HostProc(CgroupFiles files, Path root) {
        this.source = files.bytes();
        this.stat = root.resolve("stat");
        this.meminfo = root.resolve("meminfo");
        this.own = root.resolve("self/stat");
    }

    /** Ticks of work of all CPUs: user, nice, system, irq and softirq. */
    public long activeTicks(Instant now) throws IOException {
        if (now.equals(ticksAt)) {
            return ticks;
        }
        int length = read(stat);
        try {
            ticks = activeTicks(length);
            ticksAt = now;
            return ticks;
        } catch (IllegalArgumentException e) {
            throw new IOException(stat + ": " + e.getMessage(), e);
        }
    }

    /** Grows once on a machine with many CPUs, and stays that large. */
    private int read(Path file) throws IOException {
        while (true) {
            try {
                return source.read(file, bytes);
            } catch (TooLongException e) {
                if (bytes.length >= LARGEST) {
                    throw e;
                }
                bytes = new byte[2 * bytes.length];
            }
        }
    }

    /** The same of each CPU, by its number; -1 for one that is not running. Valid until the next round. */
    public long[] ticksByCpu(Instant now) throws IOException {
        long unused = activeTicks(now);
        return byCpu;
    }

    private long activeTicks(int length) {
        Arrays.fill(byCpu, -1);
        long all = -1;
        int line = 0;
        while (line < length) {
            int end = ByteParser.lineEnd(bytes, line, length);
            if (isOfCpu(line, end)) {
                boolean whole = bytes[line + CPU.length] == ' ';
                if (whole) {
                    all = sum(line, end);
                } else {
                    put(line, end);
                }
            }
            line = end + 1;
        }
        if (all < 0) {
            throw new IllegalArgumentException("no line 'cpu'");
        }
        return all;
    }

    private boolean isOfCpu(int line, int end) {
        return end - line > CPU.length && bytes[line] == 'c' && bytes[line + 1] == 'p' && bytes[line + 2] == 'u';
    }

    private long sum(int line, int end) {
        long sum = 0;
        for (int field : ACTIVE_FIELDS) {
            sum += ByteParser.word(bytes, line, end, field);
        }
        return sum;
    }

    private void put(int line, int end) {
        int number = 0;
        int at = line + CPU.length;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9' && number <= CpuSet.HIGHEST) {
            number = number * 10 + bytes[at] - '0';
            at++;
        }
        if (number > CpuSet.HIGHEST) {
            return;
        }
        if (number >= byCpu.length) {
            int before = byCpu.length;
            byCpu = Arrays.copyOf(byCpu, number + 1);
            Arrays.fill(byCpu, before, number + 1, -1);
        }
        byCpu[number] = sum(line, end);
    }

    /** Ticks that this process used so far; empty when its file cannot be read. One that is not there is not looked for again. */
    public OptionalLong ownTicks() {
        if (ownMissing) {
            return OptionalLong.empty();
        }
        try {
            int length = read(own);
            int name = length;
            while (name > 0 && bytes[name - 1] != ')') {
                name--;
            }
            return OptionalLong.of(
                    ByteParser.word(bytes, name, length, OWN_USER) + ByteParser.word(bytes, name, length, OWN_SYSTEM));
        } catch (NoSuchFileException e) {
            ownMissing = true;
            return OptionalLong.empty();
        } catch (IOException | IllegalArgumentException e) {
            return OptionalLong.empty();
        }
    }

    /** Number of CPUs that ran in the last round; 0 where the kernel lists none. */
    int cpuCount() {
        int count = 0;
        for (long one : byCpu) {
            count += one >= 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * Memory of the node in bytes.
     *
     * @param hugePages set aside as huge pages of any size, used or not; part of what is used
     */
    public record NodeMemory(long used, long usedWithPageCache, long hugePages) {}

    /** Memory now; a line that is missing or no number counts as 0. */
    public NodeMemory memory() throws IOException {
        int length = read(meminfo);
        long total = kibibytes(length, "MemTotal:");
        return new NodeMemory(
                Math.max(0, total - kibibytes(length, "MemAvailable:")) * 1024,
                Math.max(0, total - kibibytes(length, "MemFree:")) * 1024,
                kibibytes(length, "Hugetlb:") * 1024);
    }

    private long kibibytes(int length, String key) {
        try {
            return ByteParser.valueOf(bytes, length, key.getBytes(StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }

    /** A tick ends. */
    public void endTick() {
        source.endTick();
    }

    @Override
    public void close() {
        source.close();
    }
}
