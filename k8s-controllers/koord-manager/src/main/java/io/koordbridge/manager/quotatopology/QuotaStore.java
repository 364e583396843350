package io.koordbridge.manager.quotatopology;

import io.koordbridge.api.quota.ElasticQuota;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The replica's one copy of the quota trees. Thread-safe: changes are ruled on one at a time. */
public final class QuotaStore {

    private final Clock clock;
    private QuotaMemory memory = QuotaMemory.EMPTY;
    private @Nullable View view;

    /** A topology and the moment from which it may be another. */
    private record View(QuotaTopology topology, Optional<Instant> until) {}

    public QuotaStore(Clock clock) {
        this.clock = clock;
    }

    /** The cache shows a quota. */
    public synchronized void seen(ElasticQuota quota) {
        memory = memory.seen(QuotaInfo.of(quota), QuotaVersion.of(quota), clock.instant());
        view = null;
    }

    /** The cache shows that a quota is gone. */
    public synchronized void gone(ElasticQuota last) {
        memory = memory.gone(last.getMetadata().getName(), QuotaVersion.afterAllOf(last), clock.instant());
        view = null;
    }

    /** The cache shows that a quota is gone, and another one of its name is not. */
    public synchronized void replaced(ElasticQuota last, ElasticQuota namesake) {
        gone(last);
        seen(namesake);
    }

    /** The trees as they are now. */
    public synchronized QuotaTopology topology() {
        Instant now = clock.instant();
        View known = view;
        if (known == null || known.until().filter(now::isAfter).isPresent()) {
            known = new View(memory.topology(now), memory.nextChange(now));
            view = known;
        }
        return known.topology();
    }

    /**
     * Rules on a change and remembers it when it is accepted.
     *
     * @param podsBelong answer to {@link QuotaRules#question}
     * @param dryRun nothing is remembered
     */
    public synchronized Ruling decide(QuotaReview review, QuotaGates gates, boolean podsBelong, boolean dryRun) {
        Ruling ruling = QuotaRules.decide(topology(), review, gates, podsBelong);
        if (!dryRun) {
            ruling.changed().ifPresent(change -> {
                memory = memory.accept(change, review.base(), clock.instant());
                view = null;
            });
        }
        return ruling;
    }
}
