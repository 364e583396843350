package io.koordbridge.scheduler.quota.status;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.Map;

/** {@link QuotaStatusApi} by merge patches of the object, whose status is no subresource. */
public final class KubernetesQuotaStatusApi implements QuotaStatusApi {

    private final ObjectPatcher patcher;
    private final KubernetesClient client;

    public KubernetesQuotaStatusApi(ObjectPatcher patcher) {
        this.patcher = patcher;
        this.client = patcher.client();
    }

    @Override
    public ElasticQuota publish(ElasticQuota object, QuotaStatusPlan plan) {
        var meta = object.getMetadata();
        Map<String, Object> parts =
                plan.used() == null ? Map.of() : Map.of("status", Map.of("used", new HashMap<>(plan.used())));
        return patcher.patchParts(
                new ObjectAddress<>(ElasticQuota.class, meta.getNamespace(), meta.getName()),
                parts,
                MetadataPatch.annotations(new HashMap<>(plan.annotations())));
    }

    @Override
    public void create(ElasticQuota object) {
        try {
            client.resource(object).create();
        } catch (KubernetesClientException failed) {
            if (failed.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw failed;
            }
        }
    }
}
