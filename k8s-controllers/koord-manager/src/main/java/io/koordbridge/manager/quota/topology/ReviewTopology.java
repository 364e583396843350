package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaDecision.Change;
import io.koordbridge.manager.quota.topology.QuotaReview.Operation;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import io.koordbridge.protocol.WellKnown;
import java.util.Comparator;
import java.util.Objects;

/**
 * The trees as one review sees them: what the cache shows, the quota itself as the review says that it was, and ancestors that the
 * cache does not show yet as the API server has them. Nothing of it is kept: no other review hears of it.
 */
public final class ReviewTopology {

    /** More levels than a tree has; each may cost a read. */
    private static final int DEEPEST = 16;

    private static final Comparator<ElasticQuota> BY_NAMESPACE = Comparator.comparing(
            quota -> Objects.requireNonNullElse(quota.getMetadata().getNamespace(), ""));

    private final QuotaView view;
    private final StoredQuotas stored;

    public ReviewTopology(QuotaView view, StoredQuotas stored) {
        this.view = view;
        this.stored = stored;
    }

    /** For a review of a change. The API server stores it only over the very state that it names in the review. */
    public QuotaTopology of(QuotaReview review, CallerDeadline deadline) {
        QuotaTopology shown = view.topology();
        if (review.operation() == Operation.DELETE) {
            return shown.after(change(review.quota()));
        }
        ElasticQuota before = review.before();
        QuotaTopology known =
                before != null && review.name().equals(before.getMetadata().getName())
                        ? shown.after(change(before))
                        : shown;
        return withAncestors(known, review.quota(), deadline);
    }

    /** For a new quota that is given what its author left out. */
    public QuotaTopology of(ElasticQuota quota, CallerDeadline deadline) {
        return withAncestors(view.topology(), quota, deadline);
    }

    private QuotaTopology withAncestors(QuotaTopology shown, ElasticQuota quota, CallerDeadline deadline) {
        QuotaTopology all = shown;
        String above = QuotaDocuments.parent(quota);
        for (int level = 0; level < DEEPEST && !above.isEmpty() && !above.equals(WellKnown.ROOT_QUOTA); level++) {
            if (all.quota(above).isEmpty()) {
                all = stored.named(above, deadline.atMost(StoredQuotas.LONGEST_WAIT, System.nanoTime())).stream()
                        .min(BY_NAMESPACE)
                        .map(this::change)
                        .map(all::after)
                        .orElse(all);
            }
            above = all.quota(above).map(QuotaInfo::parent).orElse("");
        }
        return all;
    }

    private Change change(ElasticQuota quota) {
        String name = quota.getMetadata().getName();
        QuotaInfo last = view.topology().quota(name).orElse(null);
        return new Change(name, QuotaInfo.of(quota, view.rule(), last));
    }
}
