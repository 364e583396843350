package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quota.ElasticQuota;
import org.jspecify.annotations.Nullable;

/**
 * A requested change of a quota.
 *
 * @param quota the object wanted; on delete the object that goes
 * @param before the object as it was, for an update
 */
public record QuotaReview(
        Operation operation, ElasticQuota quota, @Nullable ElasticQuota before) {

    /** What is asked for. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    /** Name of the quota. */
    public String name() {
        return quota.getMetadata().getName();
    }
}
