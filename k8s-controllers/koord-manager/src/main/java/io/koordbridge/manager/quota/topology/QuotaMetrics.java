package io.koordbridge.manager.quota.topology;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.Annotations;
import java.util.HashMap;
import java.util.Map;

/** Gauge {@code koord_manager_webhook_quota_shared_weight} of each quota and resource. */
public final class QuotaMetrics {

    private static final String WEIGHT = "koord_manager_webhook_quota_shared_weight";

    private final MetricRegistry metrics;
    private final Map<String, Map<String, Long>> weights = new HashMap<>();

    public QuotaMetrics(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    /** Shows the weights of a quota: those given, else its maximum. */
    synchronized void seen(ElasticQuota quota, QuotaInfo info) {
        String name = quota.getMetadata().getName();
        ResourceAmounts given =
                QuotaDocuments.amounts(quota, Annotations.QUOTA_SHARED_WEIGHT).orElse(ResourceAmounts.NONE);
        ResourceAmounts shown = given.isEmpty() ? info.max() : given;
        Map<String, Long> after = new HashMap<>();
        shown.toQuantities().forEach((resource, weight) -> after.put(resource, Quantities.value(weight)));
        Map<String, Long> before = weights.put(name, after);
        if (after.equals(before)) {
            return;
        }
        remove(name, before == null ? Map.of() : before);
        after.forEach((resource, weight) -> metrics.gauge(name(name, resource), () -> () -> weight));
    }

    /** Forgets a quota. */
    synchronized void gone(ElasticQuota quota) {
        String name = quota.getMetadata().getName();
        Map<String, Long> before = weights.remove(name);
        remove(name, before == null ? Map.of() : before);
    }

    private void remove(String quota, Map<String, Long> shown) {
        shown.keySet().forEach(resource -> metrics.remove(name(quota, resource)));
    }

    private static String name(String quota, String resource) {
        return MetricNames.of(WEIGHT, "elasticquota_name", quota, "resource_name", resource);
    }
}
