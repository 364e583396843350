package io.koordbridge.manager.profile.waitingpods;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Which pods were handled under which version of a profile a short while ago. A value: every change gives a new one. */
@PureCore
final class HandledPods {

    static final Duration REMEMBERED = Duration.ofMinutes(5);
    static final HandledPods NONE = new HandledPods(Map.of());

    private final Map<Key, Instant> since;

    private HandledPods(Map<Key, Instant> since) {
        this.since = since;
    }

    /** A profile as it was, and a pod. */
    record Key(String profileVersion, String podUid) {}

    boolean contains(Key key) {
        return since.containsKey(key);
    }

    /** With further ones, without those that were handled long ago. */
    HandledPods with(Iterable<Key> handled, Instant now) {
        Map<Key, Instant> next = new HashMap<>();
        since.forEach((key, at) -> {
            if (at.plus(REMEMBERED).isAfter(now)) {
                next.put(key, at);
            }
        });
        handled.forEach(key -> next.put(key, now));
        return new HandledPods(next);
    }
}
