package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * Contents of a file to values and back. A bad content raises IllegalArgumentException.
 *
 * @param parse content without the newline at its end, to a value
 * @param toV2 text in version 1 terms, to what version 2 wants
 */
record Codec<T>(BiFunction<CgroupVersion, String, T> parse, UnaryOperator<String> toV2) {

    static final Codec<Long> NUMBER = reading((version, text) -> CgroupFormat.number(text));
    static final Codec<Long> BYTES = reading((version, text) -> CgroupFormat.bytes(text));
    static final Codec<Long> QUOTA = new Codec<>(CgroupFormat::quotaMicros, Codec::unlimited);
    static final Codec<Long> PERIOD = new Codec<>(CgroupFormat::periodMicros, Codec::unlimited);
    static final Codec<Long> MEMORY_LIMIT = new Codec<>(CgroupFormat::memoryLimitBytes, Codec::unlimited);
    static final Codec<Long> SHARES = new Codec<>(CgroupFormat::shares, CgroupFormat::weightOfShares);
    static final Codec<Long> USAGE_NANOS = reading(CgroupFormat::cpuUsageNanos);
    static final Codec<CpuSet> CPUS = reading((version, text) -> CpuSet.parse(text));
    static final Codec<CgroupFormat.MemoryStat> MEMORY_STAT = reading(CgroupFormat::memoryStat);
    static final Codec<CgroupFormat.ThrottleStat> THROTTLING = reading(CgroupFormat::throttleStat);
    static final Codec<Map<Integer, Long>> NUMA_PAGES = reading(StatParser::numaPages);
    static final Codec<List<Long>> THREADS =
            reading((version, text) -> StatParser.ids(text, Integer.MIN_VALUE, Integer.MAX_VALUE));
    static final Codec<List<Long>> PROCESSES = reading((version, text) -> StatParser.ids(text, 0, 0xFFFF_FFFFL));
    static final Codec<PressureStat> PRESSURE = reading((version, text) -> StatParser.pressure(text));
    static final Codec<Long> COLD_BYTES = reading((version, text) -> StatParser.coldBytes(text));
    /** A line of a disk with a limit, of which 0 is the same as no line. */
    static final Codec<String> DISK_LIMIT = orNoLine("0");
    /** A line of a disk with a weight. */
    static final Codec<String> DISK_WEIGHT = orNoLine("100");
    /** A line of a disk with what it can do. */
    static final Codec<String> DISK_MODEL = orNoLine("ctrl=auto");

    static final Codec<String> TEXT = reading((version, text) -> text);

    private static <T> Codec<T> reading(BiFunction<CgroupVersion, String, T> parse) {
        return new Codec<>(parse, text -> text);
    }

    private static Codec<String> orNoLine(String usual) {
        return reading((version, text) -> text.endsWith(' ' + usual) ? "" : text);
    }

    private static String unlimited(String text) {
        return text.equals("-1") ? "max" : text;
    }
}
