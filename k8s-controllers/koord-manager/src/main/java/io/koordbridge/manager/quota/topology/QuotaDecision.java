package io.koordbridge.manager.quota.topology;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a change of a quota is accepted, and what it makes of the topology.
 *
 * @param refusal why not, null when accepted
 * @param change null when the topology stays
 */
public record QuotaDecision(
        @Nullable String refusal, @Nullable Change change) {

    /** Accepted, and nothing that the rules look at changes. */
    static final QuotaDecision UNCHANGED = new QuotaDecision(null, null);

    /**
     * What becomes of a quota.
     *
     * @param quota null when it goes
     */
    public record Change(String name, @Nullable QuotaInfo quota) {}

    static QuotaDecision denied(String refusal) {
        return new QuotaDecision(refusal, null);
    }

    static QuotaDecision accepted(Change change) {
        return new QuotaDecision(null, change);
    }

    /** Whether the change is accepted. */
    public boolean allowed() {
        return refusal == null;
    }

    /** What changes in the topology. */
    public Optional<Change> changed() {
        return Optional.ofNullable(change);
    }
}
