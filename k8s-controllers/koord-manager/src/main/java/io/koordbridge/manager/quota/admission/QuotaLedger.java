package io.koordbridge.manager.quota.admission;

import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import java.util.List;
import java.util.Optional;

/** Where the requests that quotas have accepted are kept. Thread-safe. */
public interface QuotaLedger {

    /** The newest known object; empty when absent. */
    Optional<ElasticQuota> read(QuotaKey key);

    /** The object as the API server has it now. */
    Optional<ElasticQuota> readFresh(QuotaKey key);

    /** Objects of a name in any namespace as the API server has them now. */
    List<ElasticQuota> namedNow(String name);

    /**
     * Writes the accepted requests.
     *
     * @param seen the object the requests were calculated from
     * @throws io.fabric8.kubernetes.client.KubernetesClientException with code 409 when the object has changed since
     */
    void write(ElasticQuota seen, ResourceAmounts childRequest);
}
