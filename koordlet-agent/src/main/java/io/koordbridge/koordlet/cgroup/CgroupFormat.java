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
        return limit(version == CgroupVersion.V1 ? content : quotaAndPeriod(content)[0]);
    }

    /** Period in microseconds. */
    public static long periodMicros(CgroupVersion version, String content) {
        return version == CgroupVersion.V1 ? limit(content) : number(quotaAndPeriod(content)[1]);
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
        return version == CgroupVersion.V1 ? limit(content) : sharesOfWeight(limit(content));
    }

    /** CPU time used, in nanoseconds. */
    public static long cpuUsageNanos(CgroupVersion version, String content) {
        return version == CgroupVersion.V1
                ? bytes(content)
                : counter(required(keyValues(content), "usage_usec", "cpu.stat")) * 1000;
    }

    /** Memory limit in bytes, -1 when unlimited. Version 1 shows a number for that, version 2 a word. */
    static long memoryLimitBytes(CgroupVersion version, String content) {
        return version == CgroupVersion.V1 ? memoryLimitBytes(content) : limit(content);
    }

    /** Memory limit of version 1 in bytes, -1 when unlimited. */
    public static long memoryLimitBytes(String content) {
        long limit = limit(content);
        return limit >= V1_UNLIMITED_BYTES ? UNLIMITED : limit;
    }

    /** A number, -1 for {@code max}. */
    private static long limit(String content) {
        return isMax(content) ? UNLIMITED : number(content);
    }

    private static boolean isMax(String content) {
        return content.strip().equals("max");
    }

    /** A counter or a number of bytes, never below 0; {@code max} and what is larger than a long are the largest long. */
    static long bytes(String content) {
        return isMax(content) ? Long.MAX_VALUE : counter(withoutNewlines(content));
    }

    private static long counter(String digits) {
        if (digits.isEmpty() || !digits.chars().allMatch(one -> one >= '0' && one <= '9')) {
            throw new IllegalArgumentException("'" + digits + "' is not a whole number of at least 0");
        }
        try {
            long value = Long.parseUnsignedLong(digits);
            return value < 0 ? Long.MAX_VALUE : value;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + digits + "' is too large", e);
        }
    }

    /** Parts of memory.stat. */
    public static MemoryStat memoryStat(CgroupVersion version, String content) {
        Map<String, String> values = keyValues(content);
        String prefix = version == CgroupVersion.V1 ? "total_" : "";
        List<String> names = version == CgroupVersion.V1 ? List.of("cache", "rss") : List.of("file", "anon");
        return new MemoryStat(
                number(values, prefix + names.get(0), "memory.stat"),
                number(values, prefix + names.get(1), "memory.stat"),
                number(values, prefix + "inactive_anon", "memory.stat"),
                number(values, prefix + "active_anon", "memory.stat"),
                number(values, prefix + "inactive_file", "memory.stat"),
                number(values, prefix + "active_file", "memory.stat"),
                number(values, prefix + "unevictable", "memory.stat"));
    }

    /** Throttling counters of cpu.stat. */
    public static ThrottleStat throttleStat(CgroupVersion version, String content) {
        Map<String, String> values = keyValues(content);
        long throttledNanos = version == CgroupVersion.V1
                ? number(values, "throttled_time", "cpu.stat")
                : number(values, "throttled_usec", "cpu.stat") * 1000;
        return new ThrottleStat(
                number(values, "nr_periods", "cpu.stat"), number(values, "nr_throttled", "cpu.stat"), throttledNanos);
    }

    /** The first two words of each line; what is not asked for may hold anything. */
    private static Map<String, String> keyValues(String content) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : content.split("\n")) {
            String[] fields = line.trim().split("\\s+");
            if (fields.length >= 2) {
                values.put(fields[0], fields[1]);
            }
        }
        return values;
    }

    private static long number(Map<String, String> values, String key, String file) {
        return number(required(values, key, file));
    }

    private static String required(Map<String, String> values, String key, String file) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException(file + ": no line '" + key + "'");
        }
        return value;
    }

    /** Blanks stay: the kernel writes none, so that they are the sign of another writer. */
    static String withoutNewlines(String content) {
        int start = 0;
        int end = content.length();
        while (start < end && content.charAt(start) == '\n') {
            start++;
        }
        while (end > start && content.charAt(end - 1) == '\n') {
            end--;
        }
        return content.substring(start, end);
    }

    static long number(String content) {
        try {
            return Long.parseLong(withoutNewlines(content));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + content + "' is not a whole number", e);
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
