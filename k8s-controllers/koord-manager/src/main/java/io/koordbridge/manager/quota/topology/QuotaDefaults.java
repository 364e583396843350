package io.koordbridge.manager.quota.topology;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.Map;
import java.util.Objects;
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
        String parent = QuotaDocuments.parent(quota);
        if (Objects.requireNonNullElse(orEmpty(quota.getMetadata().getLabels()).get(Labels.QUOTA_PARENT), "")
                .isEmpty()) {
            labels.put(Labels.QUOTA_PARENT, parent);
        }
        if (QuotaDocuments.treeId(quota).isEmpty() && !parent.equals(WellKnown.ROOT_QUOTA)) {
            Optional<QuotaInfo> known = topology.quota(parent);
            if (known.isEmpty()) {
                return Filled.refused("parent " + parent + " of quota " + name + " is not known");
            }
            if (!known.get().treeId().isEmpty()) {
                labels.put(Labels.QUOTA_TREE_ID, known.get().treeId());
            }
        }
        Decoded<ResourceAmounts> weight = QuotaDocuments.amounts(quota, Annotations.QUOTA_SHARED_WEIGHT);
        if (weight.found().isEmpty() && !weight.isAbsent()) {
            return Filled.refused(
                    "quota " + name + ": " + weight.problems().get(0).message());
        }
        // One with a negative amount stays as it is: the validation refuses it.
        return new Filled(null, labels, weight.isGood() ? weight(quota, weight) : Map.of());
    }

    private static Map<String, String> weight(ElasticQuota quota, Decoded<ResourceAmounts> read) {
        Map<String, Quantity> given = read.orElse(ResourceAmounts.NONE).toQuantities();
        Map<String, Quantity> max = quota.getSpec() == null || quota.getSpec().max() == null
                ? Map.of()
                : quota.getSpec().max();
        if (!read.isAbsent() && given.keySet().equals(max.keySet())) {
            return Map.of();
        }
        Map<String, Quantity> weight = new TreeMap<>(max);
        given.forEach(weight::replace);
        return Map.of(Annotations.QUOTA_SHARED_WEIGHT, AnnotationCodec.write(weight));
    }
}
