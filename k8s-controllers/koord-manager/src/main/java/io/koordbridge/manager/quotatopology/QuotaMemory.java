package io.koordbridge.manager.quotatopology;

import io.koordbridge.manager.quotatopology.Ruling.Change;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a replica knows of the quotas: what the cache has shown, and over it what was accepted here and not yet shown. What the
 * cache shows may be older than what was accepted, so that only the accepted change itself ends the wait for it. One that never
 * shows (a later step of the API server refused it, or somebody else changed the quota after it) is forgotten after a while.
 *
 * @param shown quotas by name
 * @param accepted changes by name of the quota
 */
@PureCore
public record QuotaMemory(Map<String, QuotaInfo> shown, Map<String, Accepted> accepted) {

    /** Nothing known. */
    public static final QuotaMemory EMPTY = new QuotaMemory(Map.of(), Map.of());

    /** How long the cache may take to show an accepted change. */
    public static final Duration PATIENCE = Duration.ofMinutes(1);

    /** A change and when it is forgotten. */
    public record Accepted(Change change, Instant until) {}

    public QuotaMemory {
        shown = Map.copyOf(shown);
        accepted = Map.copyOf(accepted);
    }

    /** After the cache showed a quota. */
    public QuotaMemory seen(QuotaInfo quota, Instant now) {
        Map<String, QuotaInfo> quotas = new HashMap<>(shown);
        quotas.put(quota.name(), quota);
        return new QuotaMemory(quotas, waiting(new Change(quota.name(), quota), now));
    }

    /** After the cache showed that a quota is gone. */
    public QuotaMemory gone(String name, Instant now) {
        Map<String, QuotaInfo> quotas = new HashMap<>(shown);
        quotas.remove(name);
        return new QuotaMemory(quotas, waiting(new Change(name, null), now));
    }

    /** After a change was accepted here. */
    public QuotaMemory accept(Change change, Instant now) {
        Map<String, Accepted> changes = waiting(change, now);
        changes.put(change.name(), new Accepted(change, now.plus(PATIENCE)));
        return new QuotaMemory(shown, changes);
    }

    /** The topology that holds now. */
    public QuotaTopology topology(Instant now) {
        Map<String, QuotaInfo> quotas = new HashMap<>(shown);
        accepted.forEach((name, one) -> {
            QuotaInfo quota = one.change().quota();
            if (one.until().isBefore(now)) {
                return;
            }
            if (quota == null) {
                quotas.remove(name);
            } else {
                quotas.put(name, quota);
            }
        });
        return new QuotaTopology(quotas);
    }

    /** When the topology changes by itself, empty when it does not. */
    public Optional<Instant> nextChange(Instant now) {
        return accepted.values().stream()
                .map(Accepted::until)
                .filter(until -> !until.isBefore(now))
                .min(Instant::compareTo);
    }

    /** What is not shown yet after a change was, and not forgotten. */
    private Map<String, Accepted> waiting(Change shows, Instant now) {
        Map<String, Accepted> changes = new HashMap<>(accepted);
        changes.values()
                .removeIf(one -> one.change().equals(shows) || one.until().isBefore(now));
        return changes;
    }
}
