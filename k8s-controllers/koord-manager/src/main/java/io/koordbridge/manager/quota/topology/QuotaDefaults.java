package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.manager.quota.topology.QuotaAnnotations.Read;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a new quota is given that its author left out. */
@PureCore
public final class QuotaDefaults {

    private QuotaDefaults() {}

    /**
     * What to set.
     *
     * @param refusal why the quota is refused, null when it is not
     */
    public record Filled(@Nullable String refusal, Map<String, String> labels, Map<String, String> annotations) {

        public Filled {
            labels = Map.copyOf(labels);
            annotations = Map.copyOf(annotations);
        }

        static Filled refused(String reason) {
            return new Filled(reason, Map.of(), Map.of());
        }
    }

    /** Labels and annotations to set on a quota that is created. */
    public static Filled of(QuotaTopology topology, ElasticQuota quota) {
        String name = quota.getMetadata().getName();
        if (WellKnown.ROOT_QUOTA.equals(name)) {
            return new Filled(null, Map.of(), Map.of());
        }
        Map<String, String> labels = new TreeMap<>();
        String parent = QuotaInfo.parent(quota);
        if (QuotaInfo.label(quota, Labels.QUOTA_PARENT).isEmpty()) {
            labels.put(Labels.QUOTA_PARENT, parent);
        }
        if (QuotaInfo.label(quota, Labels.QUOTA_TREE_ID).isEmpty() && !parent.equals(WellKnown.ROOT_QUOTA)) {
            Optional<QuotaInfo> known = topology.quota(parent);
            if (known.isEmpty()) {
                return Filled.refused("parent " + parent + " of quota " + name + " is not known");
            }
            if (!known.get().treeId().isEmpty()) {
                labels.put(Labels.QUOTA_TREE_ID, known.get().treeId());
            }
        }
        Read<Map<String, Quantity>> weight = QuotaAnnotations.resources(quota, Annotations.QUOTA_SHARED_WEIGHT);
        return weight.accepted()
                .map(given -> new Filled(null, labels, weight(quota, given)))
                .orElseGet(() -> Filled.refused("quota " + name + ": " + weight.problem()));
    }

    private static Map<String, String> weight(ElasticQuota quota, Map<String, Quantity> given) {
        Map<String, Quantity> max = quota.getSpec() == null || quota.getSpec().max() == null
                ? Map.of()
                : quota.getSpec().max();
        boolean absent = AnnotationCodec.text(quota, Annotations.QUOTA_SHARED_WEIGHT)
                .orElse("")
                .isEmpty();
        if (!absent && given.keySet().equals(max.keySet())) {
            return Map.of();
        }
        Map<String, Quantity> weight = new TreeMap<>(max);
        given.forEach(weight::replace);
        return Map.of(Annotations.QUOTA_SHARED_WEIGHT, AnnotationCodec.write(weight));
    }
}
