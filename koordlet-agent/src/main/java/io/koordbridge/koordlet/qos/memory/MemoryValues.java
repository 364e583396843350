package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.api.slo.MemoryQos;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodMemory;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values of files from settings and what a pod asks for; specification section 13.7. What a setting does not name has no value. */
@PureCore
final class MemoryValues {

    /** No limit. */
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final long PERCENT = 100;
    private static final long PAGE_BYTES = 4096;

    /** What each file holds by default. */
    private static final Map<Knob<Long>, Long> NEUTRAL = Map.of(
            Knob.MEMORY_MIN, 0L,
            Knob.MEMORY_LOW, 0L,
            Knob.MEMORY_HIGH, UNLIMITED,
            Knob.MEMORY_WMARK_RATIO, 0L,
            Knob.MEMORY_WMARK_SCALE, 50L,
            Knob.MEMORY_WMARK_MIN_ADJ, 0L,
            Knob.MEMORY_PRIORITY, 0L,
            Knob.MEMORY_USE_PRIORITY_OOM, 0L,
            Knob.MEMORY_OOM_GROUP, 0L,
            Knob.PAGE_CACHE_LIMIT_ENABLE, 0L);

    private MemoryValues() {}

    /** Whether a file holds its default. */
    static boolean isNeutral(Knob<Long> knob, long value) {
        return Objects.equals(NEUTRAL.get(knob), value);
    }

    /** Of a pod's group. */
    static Map<Knob<Long>, Long> pod(MemoryQos qos, PodMemory.Ask ask) {
        Map<Knob<Long>, Long> values = protection(qos, ask);
        common(qos, values);
        pageCache(qos, ask.limitBytes(), values);
        return values;
    }

    /**
     * Of a container's group.
     *
     * @param allocatableBytes memory of the node for pods, which is taken instead of a missing limit
     */
    static Map<Knob<Long>, Long> container(MemoryQos qos, PodMemory.Ask ask, long allocatableBytes) {
        Map<Knob<Long>, Long> values = protection(qos, ask);
        Long throttling = qos.throttlingPercent();
        if (throttling != null) {
            long limit = ask.limitBytes() > 0 ? ask.limitBytes() : allocatableBytes;
            values.put(Knob.MEMORY_HIGH, high(ask.requestBytes(), limit, throttling, values.get(Knob.MEMORY_MIN)));
        }
        common(qos, values);
        return values;
    }

    /** Of the group of a class: what does not come from its pods. */
    static Map<Knob<Long>, Long> group(MemoryQos qos) {
        Map<Knob<Long>, Long> values = new LinkedHashMap<>();
        priorities(qos, values);
        return values;
    }

    /** Part of an amount. */
    static long part(long bytes, @Nullable Long percent) {
        return percent == null ? 0 : bytes * percent / PERCENT;
    }

    private static Map<Knob<Long>, Long> protection(MemoryQos qos, PodMemory.Ask ask) {
        Map<Knob<Long>, Long> values = new LinkedHashMap<>();
        long min = part(ask.requestBytes(), qos.minLimitPercent());
        if (qos.minLimitPercent() != null) {
            values.put(Knob.MEMORY_MIN, min);
        }
        if (qos.lowLimitPercent() != null) {
            long low = part(ask.requestBytes(), qos.lowLimitPercent());
            values.put(Knob.MEMORY_LOW, low > 0 && low < min ? min : low);
        }
        return values;
    }

    private static long high(long request, long limit, long percent, @Nullable Long min) {
        if (percent == 0) {
            return UNLIMITED;
        }
        long bytes = request + (limit - request) * percent / PERCENT;
        return Math.max(bytes / PAGE_BYTES * PAGE_BYTES, min == null ? 0 : min);
    }

    private static void common(MemoryQos qos, Map<Knob<Long>, Long> values) {
        put(values, Knob.MEMORY_WMARK_RATIO, qos.wmarkRatio());
        put(values, Knob.MEMORY_WMARK_SCALE, qos.wmarkScalePermill());
        put(values, Knob.MEMORY_WMARK_MIN_ADJ, qos.wmarkMinAdj());
        priorities(qos, values);
    }

    private static void priorities(MemoryQos qos, Map<Knob<Long>, Long> values) {
        put(values, Knob.MEMORY_USE_PRIORITY_OOM, qos.priorityEnable());
        put(values, Knob.MEMORY_PRIORITY, qos.priority());
        put(values, Knob.MEMORY_OOM_GROUP, qos.oomKillGroup());
    }

    private static void pageCache(MemoryQos qos, long limit, Map<Knob<Long>, Long> values) {
        Long size = pageCacheBytes(qos, limit);
        if (size != null) {
            values.put(Knob.PAGE_CACHE_LIMIT_SIZE, size);
            values.put(Knob.PAGE_CACHE_LIMIT_ENABLE, size > 0 ? 1L : 0L);
            if (size > 0) {
                boolean sync = Objects.requireNonNullElse(qos.pageCacheReclaimSync(), false);
                values.put(Knob.PAGE_CACHE_LIMIT_SYNC, sync ? 1L : 0L);
            }
        }
        Boolean enable = qos.pageCacheEnable();
        if (enable != null) {
            values.put(Knob.PAGE_CACHE_LIMIT_ENABLE, enable ? 1L : 0L);
        }
    }

    private static @Nullable Long pageCacheBytes(MemoryQos qos, long limit) {
        Long size = qos.pageCacheLimitSize();
        if (size != null) {
            return limit > 0 ? Math.min(size, limit) : size;
        }
        return qos.pageCacheLimitPercent() == null || limit == 0 ? null : part(limit, qos.pageCacheLimitPercent());
    }

    private static void put(Map<Knob<Long>, Long> values, Knob<Long> knob, @Nullable Long value) {
        if (value != null) {
            values.put(knob, value);
        }
    }
}
