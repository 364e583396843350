package io.koordbridge.descheduler.decide.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pods whose eviction was counted, so that none is counted twice, and how many each node lost to other clients within the window.
 * Bounded in time and in number: when the number is exceeded the oldest is forgotten. Guarded by its user.
 */
final class SeenEvictions {

    private static final int MOST_PODS = 20_000;

    /** A pod that shows its eviction for longer, with a time that cannot be, counts a second time. */
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private final Duration window;
    /** When an eviction was counted, by pod; the oldest first. */
    private final Map<String, Instant> counted = new LinkedHashMap<>();
    /** Evictions by other clients within the window, by pod; the oldest first. */
    private final Map<String, OnNode> foreign = new LinkedHashMap<>();

    private final Map<String, Integer> foreignByNode = new HashMap<>();

    private record OnNode(String node, Instant at) {}

    SeenEvictions(Duration window) {
        this.window = window;
    }

    /** Notes an eviction by another client, and returns whether it is new. */
    boolean foreign(String pod, String node, Instant now) {
        if (!count(pod, now)) {
            return false;
        }
        if (!node.isEmpty()) {
            foreign.put(pod, new OnNode(node, now));
            foreignByNode.merge(node, 1, Integer::sum);
            if (foreign.size() > MOST_PODS) {
                remove(foreign.keySet().iterator().next());
            }
        }
        return true;
    }

    /** Notes our own eviction, and returns whether it is new; one that looked like another client's until now is ours from now on. */
    boolean own(String pod, Instant now) {
        remove(pod);
        return count(pod, now);
    }

    int foreignOn(String node, Instant now) {
        forgetOld(now);
        return foreignByNode.getOrDefault(node, 0);
    }

    private boolean count(String pod, Instant now) {
        forgetOld(now);
        if (counted.putIfAbsent(pod, now) != null) {
            return false;
        }
        if (counted.size() > MOST_PODS) {
            counted.remove(counted.keySet().iterator().next());
        }
        return true;
    }

    private void remove(String pod) {
        OnNode lost = foreign.remove(pod);
        if (lost != null) {
            uncount(lost.node());
        }
    }

    private void uncount(String node) {
        foreignByNode.computeIfPresent(node, (unused, count) -> count > 1 ? count - 1 : null);
    }

    private void forgetOld(Instant now) {
        Iterator<OnNode> oldest = foreign.values().iterator();
        while (oldest.hasNext()) {
            OnNode lost = oldest.next();
            if (!isFar(lost.at(), now, window)) {
                break;
            }
            uncount(lost.node());
            oldest.remove();
        }
        Iterator<Instant> first = counted.values().iterator();
        while (first.hasNext() && isFar(first.next(), now, REMEMBERED)) {
            first.remove();
        }
    }

    /** In either direction: a clock that went back does not keep an entry for longer. */
    private static boolean isFar(Instant at, Instant now, Duration most) {
        return Duration.between(at, now).abs().compareTo(most) > 0;
    }

    int size() {
        return counted.size() + foreign.size();
    }
}
