package io.koordbridge.yarnoperator.node;

import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** How long a node's NodeManagers have been unknown to their ResourceManagers; touched by the loop's thread only. */
final class Registrations {

    /** A NodeManager that starts, or whose ResourceManager failed over, is back by then. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A NodeManager that only the node agent names, and that is gone for longer, is not waited for. */
    static final Duration RETURNS = Duration.ofMinutes(10);

    private final Map<NodeManagerMatch, Instant> since = new HashMap<>();
    private final Map<NodeManagerRef, Instant> unusedSince = new HashMap<>();

    /** Takes note of those that are unknown now; which of them have been for too long. */
    List<NodeManagerMatch> overdue(List<NodeManagerMatch> unknown, Instant now) {
        since.keySet().retainAll(unknown);
        unknown.forEach(match -> since.putIfAbsent(match, now));
        return unknown.stream()
                .filter(match -> !since.getOrDefault(match, now).plus(PATIENCE).isAfter(now))
                .toList();
    }

    /** Which NodeManagers that the node agent names run here, or did so until recently: its annotation may outlive them. */
    Set<NodeManagerRef> running(Set<NodeManagerRef> named, Predicate<NodeManagerRef> inUse, Instant now) {
        unusedSince.keySet().retainAll(named);
        Set<NodeManagerRef> running = new HashSet<>();
        for (NodeManagerRef ref : named) {
            if (inUse.test(ref)) {
                unusedSince.remove(ref);
                running.add(ref);
            } else if (unusedSince
                    .computeIfAbsent(ref, unused -> now)
                    .plus(RETURNS)
                    .isAfter(now)) {
                running.add(ref);
            }
        }
        return running;
    }
}
