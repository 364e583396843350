package io.koordbridge.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What the hypervisor gave to other tenants while this machine had something to run; a run that lost much of it says little about
 * the program.
 *
 * @param stolenTicks since boot, of all cores
 * @param allTicks since boot, of all cores, idle ones included
 */
public record StolenCpu(long stolenTicks, long allTicks) {

    private static final Path STAT = Path.of("/proc/stat");

    /** user, nice, system, idle, iowait, irq, softirq, steal; the guests' times after them are in user already. */
    private static final int STATES = 8;

    private static final double PERCENT = 100.0;

    /** This machine until now. */
    public static StolenCpu now() {
        try {
            return parse(Files.readString(STAT, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + STAT, e);
        }
    }

    static StolenCpu parse(String stat) {
        long[] ticks = Arrays.stream(stat.lines().findFirst().orElse("").split("\\s+", -1))
                .skip(1)
                .limit(STATES)
                .mapToLong(Long::parseLong)
                .toArray();
        return new StolenCpu(
                ticks.length == STATES ? ticks[STATES - 1] : 0,
                Arrays.stream(ticks).sum());
    }

    /** Stolen since an earlier moment, in percent of the machine's capacity. */
    public double percentSince(StolenCpu before) {
        long all = allTicks - before.allTicks;
        return all == 0 ? 0 : (stolenTicks - before.stolenTicks) * PERCENT / all;
    }
}
