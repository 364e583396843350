package io.koordbridge.manager.quotatopology;

import io.koordbridge.manager.quotatopology.Ruling.Change;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a replica knows of the quotas: what the cache has shown, and over it what was accepted here and not yet shown.
 *
 * <p>What the cache shows may be older than what was accepted. The API server stores a change only over the very state that it
 * named in the review, and asks again when there is another one. So the first state after that one is what was accepted, or what
 * was accepted is void: any later state of the object ends the wait, whatever it says. A new object has its uid before it is
 * reviewed. Where states cannot be compared, only the accepted change itself ends the wait. One after which nothing shows (a
 * later step of the API server refused it) is forgotten after a while.
 *
 * @param shown quotas by name
 * @param accepted changes by name of the quota
 */
@PureCore
public record QuotaMemory(Map<String, Shown> shown, Map<String, Accepted> accepted) {

    /** Nothing known. */
    public static final QuotaMemory EMPTY = new QuotaMemory(Map.of(), Map.of());

    /** How long the cache may take to show an accepted change. */
    public static final Duration PATIENCE = Duration.ofMinutes(1);

    /** A quota and which state of it this is. */
    public record Shown(QuotaInfo quota, QuotaVersion version) {}

    /** A change, the state that it changes and when it is forgotten. */
    public record Accepted(Change change, QuotaVersion base, Instant until) {

        private boolean endsWith(Change shows, QuotaVersion version) {
            boolean comparable = base.isKnown() && version.isKnown();
            return comparable ? version.isAfter(base) : change.equals(shows);
        }
    }

    public QuotaMemory {
        shown = Map.copyOf(shown);
        accepted = Map.copyOf(accepted);
    }

    /** After the cache showed a quota. */
    public QuotaMemory seen(QuotaInfo quota, QuotaVersion version, Instant now) {
        Map<String, Shown> quotas = new HashMap<>(shown);
        quotas.put(quota.name(), new Shown(quota, version));
        Change shows = new Change(quota.name(), quota);
        return new QuotaMemory(quotas, waiting(shows, version, now));
    }

    /**
     * After the cache showed that a quota is gone.
     *
     * @param end later than all states of it
     */
    public QuotaMemory gone(String name, QuotaVersion end, Instant now) {
        Map<String, Shown> quotas = new HashMap<>(shown);
        quotas.remove(name);
        return new QuotaMemory(quotas, waiting(new Change(name, null), end, now));
    }

    /** After a change of a state was accepted here. */
    public QuotaMemory accept(Change change, QuotaVersion base, Instant now) {
        Map<String, Accepted> changes = waiting(one -> true, now);
        if (!isOvertaken(change.name(), base, changes)) {
            changes.put(change.name(), new Accepted(change, base, now.plus(PATIENCE)));
        }
        return new QuotaMemory(shown, changes);
    }

    /** The topology that holds now. */
    public QuotaTopology topology(Instant now) {
        Map<String, QuotaInfo> quotas = new HashMap<>();
        shown.forEach((name, one) -> quotas.put(name, one.quota()));
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

    /** Whether a later state than the one to be changed is known already: nothing will show after which to forget the change. */
    private boolean isOvertaken(String name, QuotaVersion base, Map<String, Accepted> changes) {
        Shown known = shown.get(name);
        Accepted other = changes.get(name);
        return (known != null && known.version().isAfter(base))
                || (other != null && other.base().isAfter(base));
    }

    /** What waits on after something was shown of a quota. */
    private Map<String, Accepted> waiting(Change shows, QuotaVersion version, Instant now) {
        return waiting(one -> !one.change().name().equals(shows.name()) || !one.endsWith(shows, version), now);
    }

    private Map<String, Accepted> waiting(Predicate<Accepted> waits, Instant now) {
        Map<String, Accepted> changes = new HashMap<>(accepted);
        changes.values().removeIf(one -> !waits.test(one) || one.until().isBefore(now));
        return changes;
    }
}
