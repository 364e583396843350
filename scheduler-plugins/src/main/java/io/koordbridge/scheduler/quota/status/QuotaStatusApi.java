package io.koordbridge.scheduler.quota.status;

import io.koordbridge.api.quota.ElasticQuota;

/** The writes of quotas. */
public interface QuotaStatusApi {

    /**
     * Changes what an object shows.
     *
     * @return the object as it is then
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when it could not be written
     */
    ElasticQuota publish(ElasticQuota object, QuotaStatusPlan plan);

    /**
     * Creates an object; one that is there already stays.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException when it could not be created
     */
    void create(ElasticQuota object);
}
