package io.koordbridge.manager.quota.topology;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.manager.quota.topology.QuotaReview.Operation;
import java.util.Arrays;
import java.util.Map;

/** Quotas of one resource for tests. */
final class Quotas {

    private static final String PREFIX = "quota.scheduling.koordinator.sh/";

    private Quotas() {}

    static ElasticQuota parent(String name, String parent, int cpu) {
        return quota(name, parent, true, cpu);
    }

    static ElasticQuota leaf(String name, String parent, int cpu) {
        return quota(name, parent, false, cpu);
    }

    static ElasticQuota annotated(ElasticQuota quota, String key, String value) {
        quota.getMetadata().setAnnotations(Map.of(PREFIX + key, value));
        return quota;
    }

    /** As it is stored; one name has one uid. */
    static ElasticQuota version(ElasticQuota quota, int version) {
        quota.getMetadata().setUid(quota.getMetadata().getName());
        quota.getMetadata().setResourceVersion(String.valueOf(version));
        return quota;
    }

    static QuotaReview create(ElasticQuota quota) {
        return new QuotaReview(Operation.CREATE, quota, null);
    }

    static QuotaReview update(ElasticQuota before, ElasticQuota after) {
        return new QuotaReview(Operation.UPDATE, after, before);
    }

    static QuotaReview delete(ElasticQuota quota) {
        return new QuotaReview(Operation.DELETE, quota, null);
    }

    static QuotaTopology topology(ElasticQuota... quotas) {
        return QuotaTopology.of(Arrays.stream(quotas).map(QuotaInfo::of).toList());
    }

    private static ElasticQuota quota(String name, String parent, boolean isParent, int cpu) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .addToLabels(PREFIX + "parent", parent)
                .addToLabels(PREFIX + "is-parent", String.valueOf(isParent))
                .build());
        Map<String, Quantity> list = Map.of("cpu", new Quantity(String.valueOf(cpu)));
        quota.setSpec(new ElasticQuotaSpec(list, list));
        return quota;
    }
}
