package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.api.document.text.QuantityReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the rules need of one quota.
 *
 * @param name unique in the cluster
 * @param parent name of the parent, empty for the root quota
 * @param switches its labels that are true or false
 * @param treeId empty for the default tree
 * @param home namespace of the object, empty when it has none
 * @param namespaces that its annotation names: the quota serves only their pods, or all when it names no namespace
 * @param bound those of them whose pods belong to the quota without a label
 */
@PureCore
public record QuotaInfo(
        String name,
        String home,
        String parent,
        Switches switches,
        String treeId,
        List<String> namespaces,
        List<String> bound,
        ResourceAmounts min,
        ResourceAmounts max,
        ResourceAmounts guaranteed) {

    private static final String TRUE = "true";
    private static final List<String> READ =
            List.of(Annotations.QUOTA_NAMESPACES, Annotations.QUOTA_GUARANTEED, Annotations.QUOTA_SHARED_WEIGHT);

    /**
     * Labels that are true or false.
     *
     * @param treeRoot root of a tree, whose sums are not checked
     * @param allowLent whether unused minimum may be lent
     * @param forceUpdate whether sums are not checked
     */
    public record Switches(boolean isParent, boolean treeRoot, boolean allowLent, boolean forceUpdate) {}

    public QuotaInfo {
        namespaces = List.copyOf(namespaces);
        bound = List.copyOf(bound);
    }

    /** Reads an object where every quota may bind any namespace; what cannot be read in it counts as absent. */
    public static QuotaInfo of(ElasticQuota quota) {
        return of(quota, QuotaNamespaces.EVERY);
    }

    /**
     * Reads an object; what cannot be read in it counts as absent.
     *
     * @param rule which quotas may bind namespaces other than their own
     */
    public static QuotaInfo of(ElasticQuota quota, QuotaNamespaces rule) {
        ElasticQuotaSpec spec = quota.getSpec();
        String home = Objects.requireNonNullElse(quota.getMetadata().getNamespace(), "");
        List<String> namespaces = QuotaAnnotations.namespaces(quota);
        return new QuotaInfo(
                quota.getMetadata().getName(),
                home,
                parent(quota),
                new Switches(
                        TRUE.equals(label(quota, Labels.QUOTA_IS_PARENT)),
                        TRUE.equals(label(quota, Labels.QUOTA_IS_ROOT)),
                        !"false".equals(label(quota, Labels.QUOTA_ALLOW_LENT)),
                        TRUE.equals(label(quota, Labels.QUOTA_ALLOW_FORCE_UPDATE))),
                label(quota, Labels.QUOTA_TREE_ID),
                namespaces,
                rule.bound(home, namespaces),
                readable(spec == null ? null : spec.min()),
                readable(spec == null ? null : spec.max()),
                ResourceAmounts.of(QuotaAnnotations.resources(quota, Annotations.QUOTA_GUARANTEED)
                        .accepted()
                        .orElse(Map.of())));
    }

    /** Whether all that is read of two states of an object is the same, other annotations and the status are free. */
    static boolean readsTheSame(ElasticQuota before, ElasticQuota after) {
        return Objects.equals(
                        before.getMetadata().getLabels(), after.getMetadata().getLabels())
                && Objects.equals(before.getSpec(), after.getSpec())
                && READ.stream()
                        .allMatch(key -> AnnotationCodec.text(before, key).equals(AnnotationCodec.text(after, key)));
    }

    /** Whether pods of a namespace may name the quota by their label. */
    public boolean serves(String namespace) {
        return QuotaNamespaces.serves(name, home, namespaces, namespace);
    }

    /** Whether the parent is the root quota. */
    public boolean belowRoot() {
        return parent.equals(WellKnown.ROOT_QUOTA);
    }

    /** Name of the parent; only the root quota has none. */
    static String parent(ElasticQuota quota) {
        String parent = label(quota, Labels.QUOTA_PARENT);
        boolean isRoot = WellKnown.ROOT_QUOTA.equals(quota.getMetadata().getName());
        return parent.isEmpty() && !isRoot ? WellKnown.ROOT_QUOTA : parent;
    }

    /** Text of a label, empty when absent. */
    static String label(ElasticQuota quota, String key) {
        Map<String, String> labels = quota.getMetadata().getLabels();
        String text = labels == null ? null : labels.get(key);
        return text == null ? "" : text;
    }

    private static ResourceAmounts readable(@Nullable Map<String, Quantity> quantities) {
        Map<String, Quantity> readable = new TreeMap<>();
        if (quantities != null) {
            quantities.forEach((name, quantity) -> {
                if (quantity != null
                        && QuantityReader.parse(quantity.toString()).isPresent()) {
                    readable.put(name, quantity);
                }
            });
        }
        return ResourceAmounts.of(readable);
    }
}
