package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Values that a quota may have, as in the reference, and that cannot be read: they have no effect, or reject pods later. */
@PureCore
public final class QuotaWarnings {

    private static final List<String> RESOURCES =
            List.of(Annotations.QUOTA_ADMISSION, Annotations.QUOTA_CHILD_REQUEST, Annotations.QUOTA_GUARANTEED);
    private static final List<String> SWITCHES = List.of(
            Labels.QUOTA_IS_PARENT, Labels.QUOTA_IS_ROOT, Labels.QUOTA_ALLOW_LENT, Labels.QUOTA_ALLOW_FORCE_UPDATE);
    private static final Set<String> SWITCHED = Set.of("", "true", "false");

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
        List<String> problems = new ArrayList<>();
        problems.add(QuotaAnnotations.texts(quota, Annotations.QUOTA_NAMESPACES).problem());
        RESOURCES.forEach(
                key -> problems.add(QuotaAnnotations.resources(quota, key).problem()));
        for (String key : SWITCHES) {
            String text = QuotaInfo.label(quota, key);
            problems.add(SWITCHED.contains(text) ? "" : "label " + key + " = " + text + ", allowed: true, false");
        }
        problems.removeIf(String::isEmpty);
        problems.replaceAll(problem -> "quota " + quota.getMetadata().getName() + ", not taken: " + problem);
        return problems;
    }
}
