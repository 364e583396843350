package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Texts of control group files to values and back; specification section 5.2. Bad texts raise IllegalArgumentException. */
@PureCore
public final class CgroupFormat {

    public static final long PERIOD_MICROS = 100_000;
    /** Smallest quota the kernel takes for the usual period. */
    public static final long MIN_QUOTA_MICROS = 1_000;

    public static final long UNLIMITED = -1;

    private static final long MIN_SHARES = 2;
    private static final long MAX_SHARES = 262_144;
    private static final long MAX_WEIGHT = 10_000;
    private static final long V1_UNLIMITED_BYTES = 0x7FFFFFFFFFFFF000L;

    private CgroupFormat() {}

    /** Text of the weight for shares in their range. */
    static String weightOfShares(String shares) {
        return Long.toString(1 + ((number(shares) - MIN_SHARES) * (MAX_WEIGHT - 1)) / (MAX_SHARES - MIN_SHARES));
    }

    static long sharesOfWeight(long weight) {
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException("cpu.weight " + weight + ": want 1 to " + MAX_WEIGHT);
        }
        return (weight - 1) * (MAX_SHARES - MIN_SHARES) / (MAX_WEIGHT - 1) + MIN_SHARES;
    }

    /** Shares for milli-cores. */
    public static long sharesOfMilli(long milliCpu) {
        if (milliCpu <= 0) {
            return MIN_SHARES;
        }
        long shares = milliCpu > Long.MAX_VALUE / 1024 ? MAX_SHARES : milliCpu * 1024 / 1000;
        return Math.max(MIN_SHARES, Math.min(MAX_SHARES, shares));
    }

    /** Quota in microseconds for milli-cores at the usual period; not positive means unlimited. */
    public static long quotaOfMilli(long milliCpu) {
        return milliCpu <= 0 ? UNLIMITED : Math.max(MIN_QUOTA_MICROS, milliCpu * PERIOD_MICROS / 1000);
    }

    /** Quota in microseconds, -1 when unlimited. */
    public static long quotaMicros(CgroupVersion version, String content) {
        if (version == CgroupVersion.V1) {
            return number(content);
        }
        String quota = quotaAndPeriod(content)[0];
        return quota.equals("max") ? UNLIMITED : number(quota);
    }

    /** Period in microseconds. */
    public static long periodMicros(CgroupVersion version, String content) {
        return number(version == CgroupVersion.V1 ? content : quotaAndPeriod(content)[1]);
    }

    private static String[] quotaAndPeriod(String content) {
        String[] fields = content.trim().split("\\s+");
        if (fields.length != 2) {
            throw new IllegalArgumentException("cpu.max '" + content + "': want quota and period");
        }
        return fields;
    }

    /** Shares, converted from the weight in version 2. */
    public static long shares(CgroupVersion version, String content) {
        return version == CgroupVersion.V1 ? number(content) : sharesOfWeight(number(content));
    }

    /** CPU time used, in nanoseconds. */
    public static long cpuUsageNanos(CgroupVersion version, String content) {
        return version == CgroupVersion.V1
                ? number(content)
                : required(keyValues(content), "usage_usec", "cpu.stat") * 1000;
    }

    /** Memory limit in bytes, -1 when unlimited. */
    public static long memoryLimitBytes(String content) {
        String text = content.trim();
        if (text.equals("max")) {
            return UNLIMITED;
        }
        long limit = number(text);
        return limit >= V1_UNLIMITED_BYTES ? UNLIMITED : limit;
    }

    /** A number of bytes, never below 0; {@code max} is the largest long. */
    static long bytes(String content) {
        long bytes = content.trim().equals("max") ? Long.MAX_VALUE : number(content);
        if (bytes < 0) {
            throw new IllegalArgumentException("'" + content.trim() + "' is below 0");
        }
        return bytes;
    }

    /** Parts of memory.stat. */
    public static MemoryStat memoryStat(CgroupVersion version, String content) {
        Map<String, Long> values = keyValues(content);
        String prefix = version == CgroupVersion.V1 ? "total_" : "";
        List<String> names = version == CgroupVersion.V1 ? List.of("cache", "rss") : List.of("file", "anon");
        return new MemoryStat(
                required(values, prefix + names.get(0), "memory.stat"),
                required(values, prefix + names.get(1), "memory.stat"),
                required(values, prefix + "inactive_anon", "memory.stat"),
                required(values, prefix + "active_anon", "memory.stat"),
                required(values, prefix + "inactive_file", "memory.stat"),
                required(values, prefix + "active_file", "memory.stat"),
                required(values, prefix + "unevictable", "memory.stat"));
    }

    /** Throttling counters of cpu.stat. */
    public static ThrottleStat throttleStat(CgroupVersion version, String content) {
        Map<String, Long> values = keyValues(content);
        long throttledNanos = version == CgroupVersion.V1
                ? required(values, "throttled_time", "cpu.stat")
                : required(values, "throttled_usec", "cpu.stat") * 1000;
        return new ThrottleStat(
                required(values, "nr_periods", "cpu.stat"),
                required(values, "nr_throttled", "cpu.stat"),
                throttledNanos);
    }

    private static Map<String, Long> keyValues(String content) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (String line : content.split("\n")) {
            String[] fields = line.trim().split("\\s+");
            if (fields.length == 2 && fields[1].chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
                values.put(fields[0], number(fields[1]));
            }
        }
        return values;
    }

    private static long required(Map<String, Long> values, String key, String file) {
        Long value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException(file + ": no line '" + key + "'");
        }
        return value;
    }

    static long number(String content) {
        try {
            return Long.parseLong(content.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + content.trim() + "' is not a whole number", e);
        }
    }

    /**
     * Parts of memory.stat, in bytes, children included.
     *
     * @param cacheBytes page cache
     * @param anonBytes anonymous memory
     */
    public record MemoryStat(
            long cacheBytes,
            long anonBytes,
            long inactiveAnonBytes,
            long activeAnonBytes,
            long inactiveFileBytes,
            long activeFileBytes,
            long unevictableBytes) {

        /** Usage without page cache. */
        public long usageBytes() {
            return inactiveAnonBytes + activeAnonBytes + unevictableBytes;
        }

        public long usageWithPageCacheBytes() {
            return usageBytes() + activeFileBytes + inactiveFileBytes;
        }
    }

    /** Enforcement periods, how many of them were throttled, and for how long. */
    public record ThrottleStat(long periods, long throttledPeriods, long throttledNanos) {

        /** Share of the periods since an earlier reading that were throttled; 0 when there were none. */
        public double ratioSince(ThrottleStat earlier) {
            long passed = periods - earlier.periods;
            return passed <= 0 ? 0 : (double) (throttledPeriods - earlier.throttledPeriods) / passed;
        }
    }
}
