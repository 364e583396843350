package io.koordbridge.manager.quota.topology;

/**
 * Feature gates of the rules.
 *
 * @param updateResourceKey ElasticQuotaEnableUpdateResourceKey: a child may leave out resources of its parent
 * @param guaranteeUsage ElasticQuotaGuaranteeUsage: a larger minimum must be guaranteed by some ancestor
 */
public record QuotaGates(boolean updateResourceKey, boolean guaranteeUsage) {

    /** Both off, as by default. */
    public static final QuotaGates DEFAULTS = new QuotaGates(false, false);
}
