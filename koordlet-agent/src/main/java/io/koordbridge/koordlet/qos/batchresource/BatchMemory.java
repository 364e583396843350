package io.koordbridge.koordlet.qos.batchresource;

/**
 * What the limits of batch pods remember from tick to tick.
 *
 * @param ratio last good normalization ratio
 * @param plan the last one; it holds while its pods and the rule do not change
 */
public record BatchMemory(double ratio, BatchPlan plan) {

    public static final BatchMemory NONE = new BatchMemory(BatchLimitRules.NO_RATIO, BatchPlan.NONE);
}
