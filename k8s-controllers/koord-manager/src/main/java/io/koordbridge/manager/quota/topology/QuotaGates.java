package io.koordbridge.manager.quota.topology;

import io.koordbridge.api.quota.QuotaNamespaces;

/**
 * Feature gates of the rules, and which quotas may take pods of other namespaces.
 *
 * @param updateResourceKey ElasticQuotaEnableUpdateResourceKey: a child may leave out resources of its parent
 * @param guaranteeUsage ElasticQuotaGuaranteeUsage: a larger minimum must be guaranteed by some ancestor
 * @param namespaces whose quotas may bind namespaces other than their own
 */
public record QuotaGates(boolean updateResourceKey, boolean guaranteeUsage, QuotaNamespaces namespaces) {

    /** Both gates off, as by default, and every quota may bind any namespace, as in the reference. */
    public static final QuotaGates DEFAULTS = new QuotaGates(false, false);

    /** Gates where every quota may bind any namespace. */
    public QuotaGates(boolean updateResourceKey, boolean guaranteeUsage) {
        this(updateResourceKey, guaranteeUsage, QuotaNamespaces.EVERY);
    }
}
