package io.koordbridge.manager.quota.topology;

import io.koordbridge.manager.quota.topology.QuotaDecision.Change;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

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
 * @param topology what holds: the accepted changes laid over what was shown
 * @param until when the first accepted change may be forgotten
 */
@PureCore
public record QuotaMemory(
        PMap<String, Shown> shown, PMap<String, Accepted> accepted, QuotaTopology topology, Instant until) {

    /** Nothing known. */
    public static final QuotaMemory EMPTY =
            new QuotaMemory(HashTreePMap.empty(), HashTreePMap.empty(), QuotaTopology.EMPTY, Instant.MAX);

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

    /** After the cache showed a quota. */
    public QuotaMemory seen(QuotaInfo quota, QuotaVersion version, Instant now) {
        QuotaMemory known = at(now);
        return known.shows(
                known.shown.plus(quota.name(), new Shown(quota, version)), new Change(quota.name(), quota), version);
    }

    /**
     * After the cache showed that a quota is gone.
     *
     * @param end later than all states of it
     */
    public QuotaMemory gone(String name, QuotaVersion end, Instant now) {
        QuotaMemory known = at(now);
        return known.shows(known.shown.minus(name), new Change(name, null), end);
    }

    private QuotaMemory shows(PMap<String, Shown> quotas, Change change, QuotaVersion version) {
        Accepted waits = accepted.get(change.name());
        if (waits != null && !waits.endsWith(change, version)) {
            return new QuotaMemory(quotas, accepted, topology, until);
        }
        return new QuotaMemory(quotas, accepted.minus(change.name()), topology.after(change), until);
    }

    /** After a change of a state was accepted here. */
    public QuotaMemory accept(Change change, QuotaVersion base, Instant now) {
        QuotaMemory known = at(now);
        if (known.isOvertaken(change.name(), base)) {
            return known;
        }
        Instant end = now.plus(PATIENCE);
        return new QuotaMemory(
                known.shown,
                known.accepted.plus(change.name(), new Accepted(change, base, end)),
                known.topology.after(change),
                known.until.isBefore(end) ? known.until : end);
    }

    /** What holds at a moment: without the changes after which nothing showed for too long. */
    public QuotaMemory at(Instant now) {
        if (!until.isBefore(now)) {
            return this;
        }
        PMap<String, Accepted> waiting = accepted;
        QuotaTopology holds = topology;
        Instant next = Instant.MAX;
        for (Accepted one : accepted.values()) {
            if (one.until().isBefore(now)) {
                String name = one.change().name();
                waiting = waiting.minus(name);
                holds = holds.after(new Change(name, quota(name)));
            } else {
                next = next.isBefore(one.until()) ? next : one.until();
            }
        }
        return new QuotaMemory(shown, waiting, holds, next);
    }

    private @Nullable QuotaInfo quota(String name) {
        Shown known = shown.get(name);
        return known == null ? null : known.quota();
    }

    /** Whether a later state than the one to be changed is known already: nothing will show after which to forget the change. */
    private boolean isOvertaken(String name, QuotaVersion base) {
        Shown known = shown.get(name);
        Accepted other = accepted.get(name);
        return (known != null && known.version().isAfter(base))
                || (other != null && other.base().isAfter(base));
    }
}
