package io.koordbridge.koordlet.qos.sysconfig;

import io.koordbridge.api.slo.SystemStrategy;
import io.koordbridge.protocol.PureCore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a NodeSLO asks the kernel for.
 *
 * @param numbers by file
 * @param features of the scheduler: whether each is on
 * @param problems values that no file takes
 */
@PureCore
record SystemValues(Map<Setting, Long> numbers, SortedMap<String, Boolean> features, List<String> problems) {

    private static final int MOST_FEATURES = 64;
    private static final Pattern FEATURE = Pattern.compile("[A-Z0-9_]{1,64}");
    private static final long KIB = 1024;
    private static final BigInteger WHOLE = BigInteger.valueOf(10_000);

    static final SystemValues NONE = new SystemValues(Map.of(), new TreeMap<>(), List.of());

    /**
     * Values of a strategy; nothing while the memory of the node is not known.
     *
     * @param capacityBytes memory of the node
     */
    static SystemValues of(SystemStrategy strategy, long capacityBytes) {
        Long factor = strategy.minFreeKbytesFactor();
        boolean tiny = factor != null && capacityBytes < KIB;
        if (capacityBytes <= 0 || tiny) {
            return NONE;
        }
        List<String> problems = new ArrayList<>();
        Map<Setting, Long> numbers = new EnumMap<>(Setting.class);
        if (factor != null) {
            put(numbers, Setting.MIN_FREE, minFree(capacityBytes, factor), problems);
        }
        put(numbers, Setting.WATERMARK_SCALE, strategy.watermarkScaleFactor(), problems);
        put(numbers, Setting.REAPER, strategy.memcgReapBackGround(), problems);
        put(numbers, Setting.GROUP_IDENTITY, strategy.schedGroupIdentityEnabled(), problems);
        put(numbers, Setting.IDLE_SAVER, strategy.schedIdleSaverWmark(), problems);
        put(numbers, Setting.PAGE_CACHE, strategy.pageCacheLimitEnabled(), problems);
        return new SystemValues(numbers, features(strategy.schedFeatures(), problems), problems);
    }

    private static long minFree(long capacityBytes, long factor) {
        BigInteger kilobytes = BigInteger.valueOf(capacityBytes / KIB)
                .multiply(BigInteger.valueOf(factor))
                .divide(WHOLE);
        return kilobytes.bitLength() < Long.SIZE ? kilobytes.longValue() : Long.MAX_VALUE;
    }

    private static void put(Map<Setting, Long> numbers, Setting setting, @Nullable Long value, List<String> problems) {
        if (value == null) {
            return;
        }
        if (setting.allows(value)) {
            numbers.put(setting, value);
        } else {
            problems.add("NodeSLO: systemStrategy." + setting.field() + " asks for " + setting.path() + " = " + value
                    + ": want " + setting.range() + "; the file keeps its value");
        }
    }

    private static SortedMap<String, Boolean> features(@Nullable Map<String, Boolean> given, List<String> problems) {
        SortedMap<String, Boolean> features = new TreeMap<>(given == null ? Map.of() : given);
        if (features.size() > MOST_FEATURES) {
            problems.add("NodeSLO: systemStrategy.schedFeatures has " + features.size() + " names: want at most "
                    + MOST_FEATURES + "; none is written");
            return new TreeMap<>();
        }
        features.keySet().removeIf(name -> {
            boolean bad = !FEATURE.matcher(name).matches();
            if (bad) {
                problems.add(
                        "NodeSLO: systemStrategy.schedFeatures has '" + name.substring(0, Math.min(64, name.length()))
                                + "': want capital letters, digits and underscores; it is not written");
            }
            return bad;
        });
        return features;
    }
}
