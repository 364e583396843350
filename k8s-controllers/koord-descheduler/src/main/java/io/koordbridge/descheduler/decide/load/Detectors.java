package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.load.LoadMemory.Seen;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The detectors during one run. */
@PureCore
final class Detectors {

    private final Map<String, Seen> nodes;
    private final Map<String, Seen> prods;
    private final Instant now;

    Detectors(LoadMemory memory, Duration timeout, Instant now) {
        this.now = now;
        nodes = kept(memory.nodes(), timeout, now);
        prods = kept(memory.prods(), timeout, now);
    }

    private static Map<String, Seen> kept(Map<String, Seen> before, Duration timeout, Instant now) {
        Map<String, Seen> kept = new HashMap<>(before);
        kept.values().removeIf(seen -> now.isAfter(seen.used().plus(timeout)));
        return kept;
    }

    /** Marks an overloaded node; a detector is made at the first mark. */
    AnomalyDetector abnormal(LoadSide side, String node, AnomalyCondition condition) {
        Seen seen = of(side).getOrDefault(node, new Seen(AnomalyDetector.FRESH, now));
        AnomalyDetector next = seen.detector().markAbnormal(condition, now);
        of(side).put(node, new Seen(next, now));
        return next;
    }

    /** Marks a node as normal if it has a detector. */
    void normal(LoadSide side, String node, AnomalyCondition condition) {
        of(side).computeIfPresent(node, (name, seen) -> new Seen(seen.detector().markNormal(condition, now), now));
    }

    /** Resets a node's detector if there is one. */
    void reset(LoadSide side, String node) {
        of(side).computeIfPresent(node, (name, seen) -> new Seen(seen.detector().reset(now), now));
    }

    private Map<String, Seen> of(LoadSide side) {
        return side == LoadSide.NODE ? nodes : prods;
    }

    /** For the next run. */
    LoadMemory memory() {
        return new LoadMemory(nodes, prods);
    }
}
