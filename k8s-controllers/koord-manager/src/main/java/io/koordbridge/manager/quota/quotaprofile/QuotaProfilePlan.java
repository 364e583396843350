package io.koordbridge.manager.quota.quotaprofile;

import static io.koordbridge.api.binding.Absent.orEmpty;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.api.quota.ElasticQuotaProfileSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the quota of a profile has to carry; other labels and annotations of it are free.
 *
 * @param labels to set
 * @param total of the tree, kept as an annotation
 * @param unschedulable part of the total, kept as an annotation
 * @param min minimum of the quota
 * @param max maximum of the quota, as good as none
 */
@PureCore
public record QuotaProfilePlan(
        Map<String, String> labels,
        ResourceAmounts total,
        ResourceAmounts unschedulable,
        ResourceAmounts min,
        ResourceAmounts max) {

    /** A two-thousandth of the largest 64-bit number: its milli value still fits. */
    private static final BigDecimal UNLIMITED = BigDecimal.valueOf(Long.MAX_VALUE / 2000);

    private static final List<String> DEFAULT_KEYS = List.of("cpu", "memory");

    public QuotaProfilePlan {
        labels = Map.copyOf(labels);
    }

    /** Plans the quota of a profile. */
    public static QuotaProfilePlan of(ElasticQuotaProfile profile, String treeId, TreeResources resources) {
        ElasticQuotaProfileSpec spec = profile.getSpec();
        Map<String, String> labels = new TreeMap<>();
        labels.put(Labels.QUOTA_PROFILE, profile.getMetadata().getName());
        if (spec.quotaLabels() != null) {
            labels.putAll(spec.quotaLabels());
        }
        labels.put(Labels.QUOTA_TREE_ID, treeId);
        labels.put(Labels.QUOTA_IS_ROOT, "true");
        Map<String, BigDecimal> min = new TreeMap<>();
        Map<String, BigDecimal> max = new TreeMap<>();
        for (String key : keys(profile).orElse(DEFAULT_KEYS)) {
            min.put(key, resources.total().get(key));
            max.put(key, UNLIMITED);
        }
        return new QuotaProfilePlan(
                labels,
                resources.total(),
                resources.unschedulable(),
                new ResourceAmounts(min),
                new ResourceAmounts(max));
    }

    /** The resources that a profile names; without them, or with bad ones, the default ones count. */
    static Decoded<List<String>> keys(ElasticQuotaProfile profile) {
        return QuotaDocuments.names(profile, Annotations.QUOTA_RESOURCE_KEYS);
    }

    /** Annotations to set. */
    public Map<String, String> annotations() {
        return Map.of(
                Annotations.QUOTA_TOTAL_RESOURCE, AnnotationCodec.write(total.toQuantities()),
                Annotations.QUOTA_UNSCHEDULABLE_RESOURCE, AnnotationCodec.write(unschedulable.toQuantities()));
    }

    /** JSON merge patch that brings a quota to the plan; empty when it is there, compared by value. */
    public Optional<ObjectNode> patch(ElasticQuota existing) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode newLabels = JsonNodeFactory.instance.objectNode();
        Map<String, String> given = orEmpty(existing.getMetadata().getLabels());
        labels.forEach((key, value) -> {
            if (!value.equals(given.get(key))) {
                newLabels.put(key, value);
            }
        });
        ObjectNode newAnnotations = JsonNodeFactory.instance.objectNode();
        annotations().forEach((key, value) -> {
            if (!carries(existing, key)) {
                newAnnotations.put(key, value);
            }
        });
        putIfAny(patch, "metadata", "labels", newLabels);
        putIfAny(patch, "metadata", "annotations", newAnnotations);
        Map<String, Quantity> oldMin =
                orEmpty(existing.getSpec() == null ? null : existing.getSpec().min());
        Map<String, Quantity> oldMax =
                orEmpty(existing.getSpec() == null ? null : existing.getSpec().max());
        putIfAny(patch, "spec", "min", difference(oldMin, min));
        putIfAny(patch, "spec", "max", difference(oldMax, max));
        return patch.isEmpty() ? Optional.empty() : Optional.of(patch);
    }

    private boolean carries(ElasticQuota existing, String key) {
        ResourceAmounts wanted = key.equals(Annotations.QUOTA_TOTAL_RESOURCE) ? total : unschedulable;
        Decoded<ResourceAmounts> shown = QuotaDocuments.amounts(existing, key);
        return shown.isGood() && shown.found().filter(wanted::sameAs).isPresent();
    }

    private static ObjectNode difference(Map<String, Quantity> before, ResourceAmounts after) {
        ObjectNode difference = JsonNodeFactory.instance.objectNode();
        ResourceAmounts old = ResourceAmounts.of(before);
        if (old.sameAs(after)) {
            return difference;
        }
        before.keySet().stream().filter(key -> !after.names().contains(key)).forEach(difference::putNull);
        after.toQuantities().forEach((key, quantity) -> difference.put(key, quantity.toString()));
        return difference;
    }

    private static void putIfAny(ObjectNode patch, String parent, String field, ObjectNode value) {
        if (!value.isEmpty()) {
            patch.withObject("/" + parent).set(field, value);
        }
    }
}
