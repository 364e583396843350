package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.document.quota.QuotaLimits;
import io.koordbridge.api.document.quota.QuotaSwitches;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.List;
import java.util.Objects;
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
        QuotaSwitches switches,
        String treeId,
        List<String> namespaces,
        List<String> bound,
        ResourceAmounts min,
        ResourceAmounts max,
        ResourceAmounts guaranteed) {

    private static final QuotaSwitches DEFAULTS = new QuotaSwitches(false, false, true, false, false);
    private static final List<String> READ =
            List.of(Annotations.QUOTA_NAMESPACES, Annotations.QUOTA_GUARANTEED, Annotations.QUOTA_SHARED_WEIGHT);

    public QuotaInfo {
        namespaces = List.copyOf(namespaces);
        bound = List.copyOf(bound);
    }

    /** Reads an object where every quota may bind any namespace. */
    public static QuotaInfo of(ElasticQuota quota) {
        return of(quota, QuotaNamespaces.EVERY, null);
    }

    /**
     * Reads an object. A part that cannot be read stays as it was; where nothing was, what could be read of it counts.
     *
     * @param rule which quotas may bind namespaces other than their own
     * @param before what the quota was, null for a new one; one of another namespace is another quota
     */
    public static QuotaInfo of(ElasticQuota quota, QuotaNamespaces rule, @Nullable QuotaInfo before) {
        String home = Objects.requireNonNullElse(quota.getMetadata().getNamespace(), "");
        QuotaInfo last = before != null && before.home.equals(home) ? before : null;
        Decoded<QuotaLimits> limits = QuotaDocuments.limits(quota);
        List<String> namespaces = QuotaDocuments.names(quota, Annotations.QUOTA_NAMESPACES)
                .orLast(last == null ? null : last.namespaces, List.of());
        return new QuotaInfo(
                quota.getMetadata().getName(),
                home,
                QuotaDocuments.parent(quota),
                QuotaDocuments.switches(quota).orLast(last == null ? null : last.switches, DEFAULTS),
                QuotaDocuments.treeId(quota),
                namespaces,
                rule.bound(home, namespaces),
                limits.map(QuotaLimits::min).orLast(last == null ? null : last.min, ResourceAmounts.NONE),
                limits.map(QuotaLimits::max).orLast(last == null ? null : last.max, ResourceAmounts.NONE),
                QuotaDocuments.amounts(quota, Annotations.QUOTA_GUARANTEED)
                        .orLast(last == null ? null : last.guaranteed, ResourceAmounts.NONE));
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
}
