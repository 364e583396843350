package io.koordbridge.koordlet.evict;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What was evicted when.
 *
 * @param last when something was evicted for a pool; none yet where absent
 * @param evicted when, by id of the victim
 */
@PureCore
public record EvictionMemory(Map<Pool, Instant> last, Map<String, Instant> evicted) {

    /** A victim that was evicted counts as freed for so long. */
    static final Duration REMEMBERED = Duration.ofMinutes(2);

    public EvictionMemory {
        last = Map.copyOf(last);
        evicted = Map.copyOf(evicted);
    }

    /** Memory of a new process: no eviction for CPU until its first cool-down has passed. */
    public static EvictionMemory atStart(Instant now) {
        return new EvictionMemory(Map.of(Pool.CPU, now), Map.of());
    }

    /** Whether the cool-down of a pool has not passed yet. */
    public boolean isCooling(Pool pool, Duration coolDown, Instant now) {
        Instant at = last.get(pool);
        return at != null && now.isBefore(at.plus(coolDown));
    }

    /** Ids of recent victims. */
    public Set<String> recent(Instant now) {
        return without(now).keySet();
    }

    /** With what a round evicted; what was evicted long ago is forgotten. */
    public EvictionMemory after(Pool pool, Set<String> ids, Instant now) {
        Map<String, Instant> all = new HashMap<>(without(now));
        ids.forEach(id -> all.put(id, now));
        Map<Pool, Instant> ends = new EnumMap<>(Pool.class);
        ends.putAll(last);
        if (!ids.isEmpty()) {
            ends.put(pool, now);
        }
        return new EvictionMemory(ends, all);
    }

    private Map<String, Instant> without(Instant now) {
        Map<String, Instant> kept = new HashMap<>(evicted);
        kept.values().removeIf(at -> !at.plus(REMEMBERED).isAfter(now));
        return kept;
    }
}
