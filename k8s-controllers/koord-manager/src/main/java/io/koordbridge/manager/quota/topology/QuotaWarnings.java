package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values that a quota may have, as in the reference, and that cannot be read: they have no effect, or reject pods later. */
@PureCore
public final class QuotaWarnings {

    private static final List<String> RESOURCES =
            List.of(Annotations.QUOTA_ADMISSION, Annotations.QUOTA_CHILD_REQUEST, Annotations.QUOTA_GUARANTEED);

    private QuotaWarnings() {}

    /**
     * What a change brings along.
     *
     * @param before null for a new quota
     */
    public static List<String> of(@Nullable ElasticQuota before, ElasticQuota after) {
        List<String> doubts = of(after);
        doubts.removeAll(before == null ? List.of() : of(before));
        return doubts;
    }

    private static List<String> of(ElasticQuota quota) {
        List<WireProblem> problems = new ArrayList<>(
                QuotaDocuments.names(quota, Annotations.QUOTA_NAMESPACES).problems());
        RESOURCES.forEach(
                key -> problems.addAll(QuotaDocuments.amounts(quota, key).problems()));
        problems.addAll(QuotaDocuments.switches(quota).problems());
        List<String> words = new ArrayList<>();
        problems.forEach(
                problem -> words.add("quota " + quota.getMetadata().getName() + ", not taken: " + problem.message()));
        return words;
    }
}
