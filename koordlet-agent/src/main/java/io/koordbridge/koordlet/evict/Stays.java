package io.koordbridge.koordlet.evict;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Victims that stayed, each asked again after a while that doubles: a budget that keeps all pods of a node costs a call now and then, not
 * one a second for each of them.
 *
 * @param byId of victims
 */
@PureCore
record Stays(Map<String, Stay> byId) {

    static final Stays NONE = new Stays(Map.of());

    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(10);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    /** Who was not asked for so long begins anew. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(5);

    Stays {
        byId = Map.copyOf(byId);
    }

    /** Until when a victim has no turn, and for how long it had none. */
    record Stay(Instant until, Duration pause) {}

    /** Whether a victim has no turn yet. */
    boolean waits(String id, Instant now) {
        Stay stay = byId.get(id);
        return stay != null && now.isBefore(stay.until());
    }

    /** With the end of a call. */
    Stays after(String id, Ending.Result result, Instant now) {
        Map<String, Stay> all = new HashMap<>(byId);
        all.values().removeIf(stay -> stay.until().plus(FORGOTTEN).isBefore(now));
        Stay before = all.remove(id);
        if (result == Ending.Result.REFUSED || result == Ending.Result.FAILED) {
            Duration first = result == Ending.Result.REFUSED ? AFTER_REFUSAL : AFTER_FAILURE;
            Duration doubled = before == null ? first : before.pause().multipliedBy(2);
            Duration pause = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
            all.put(id, new Stay(now.plus(pause), pause));
        }
        return new Stays(all);
    }
}
