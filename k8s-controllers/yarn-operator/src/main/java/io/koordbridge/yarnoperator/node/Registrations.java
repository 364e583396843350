package io.koordbridge.yarnoperator.node;

import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long a node's NodeManagers have been unknown to their ResourceManagers; touched by the loop's thread only. */
final class Registrations {

    /** A NodeManager that starts, or whose ResourceManager failed over, is back by then. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<NodeManagerMatch, Instant> since = new HashMap<>();

    /** Takes note of those that are unknown now; which of them have been for too long. */
    List<NodeManagerMatch> overdue(List<NodeManagerMatch> unknown, Instant now) {
        since.keySet().retainAll(unknown);
        unknown.forEach(match -> since.putIfAbsent(match, now));
        return unknown.stream()
                .filter(match -> !since.getOrDefault(match, now).plus(PATIENCE).isAfter(now))
                .toList();
    }
}
