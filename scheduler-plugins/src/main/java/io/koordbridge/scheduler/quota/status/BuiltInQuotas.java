package io.koordbridge.scheduler.quota.status;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The objects of the quotas that always exist. Quota specification section 1.3. */
@PureCore
final class BuiltInQuotas {

    private static final Quantity UNLIMITED = new Quantity(Long.toString(Long.MAX_VALUE / 5));

    private BuiltInQuotas() {}

    /**
     * Those that are not there.
     *
     * @param names of the quotas that are
     */
    static List<ElasticQuota> missing(Set<String> names, String namespace) {
        return List.of(
                        quota(
                                WellKnown.ROOT_QUOTA,
                                namespace,
                                Map.of(
                                        Labels.QUOTA_IS_PARENT, "true",
                                        Labels.QUOTA_ALLOW_LENT, "false",
                                        Labels.QUOTA_PARENT, ""),
                                Map.of()),
                        quota(WellKnown.SYSTEM_QUOTA, namespace, Map.of(), unlimited()),
                        quota(WellKnown.DEFAULT_QUOTA, namespace, Map.of(), unlimited()))
                .stream()
                .filter(quota -> !names.contains(quota.getMetadata().getName()))
                .toList();
    }

    private static Map<String, Quantity> unlimited() {
        return Map.of(ResourceNames.CPU, UNLIMITED, ResourceNames.MEMORY, UNLIMITED);
    }

    private static ElasticQuota quota(
            String name, String namespace, Map<String, String> labels, Map<String, Quantity> max) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(namespace)
                .withLabels(labels)
                .build());
        quota.setSpec(new ElasticQuotaSpec(Map.of(), max));
        return quota;
    }
}
