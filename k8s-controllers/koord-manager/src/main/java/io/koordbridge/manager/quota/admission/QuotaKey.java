package io.koordbridge.manager.quota.admission;

import io.koordbridge.api.quota.ElasticQuota;

/** Identity of an ElasticQuota. */
public record QuotaKey(String namespace, String name) {

    /** The identity of an object. */
    public static QuotaKey of(ElasticQuota quota) {
        return new QuotaKey(
                quota.getMetadata().getNamespace(), quota.getMetadata().getName());
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
