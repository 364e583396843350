package io.koordbridge.policy.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;

/**
 * Settings of {@link LeasePlanner}.
 *
 * @param policy how free capacity is divided
 * @param shareThousandths YARN's part under {@link SharePolicy#STATIC}, 0 to 1000
 * @param weightThousandths YARN's part of the free rest under {@link SharePolicy#DEMAND} when both sides wait or neither does
 * @param maxShareThousandths upper bound of the lease as part of the origin, 0 to 1000
 * @param minimum what a node in use always keeps: the ResourceManager's minimum allocation
 * @param keep what this node keeps while there is room, so that applications may ask for containers as large
 * @param memoryStepMb leases are whole multiples of this, so that a few megabytes up or down change nothing; at least 1
 * @param headroom kept for pods under {@link SharePolicy#PODS_FIRST}
 */
public record PlannerConfig(
        SharePolicy policy,
        int shareThousandths,
        int weightThousandths,
        int maxShareThousandths,
        YarnAmount minimum,
        YarnAmount keep,
        long memoryStepMb,
        BatchAmount headroom) {

    public static final PlannerConfig DEFAULT = new PlannerConfig(
            SharePolicy.DEMAND, 500, 500, 1000, new YarnAmount(1, 1024), YarnAmount.ZERO, 512, BatchAmount.ZERO);

    public PlannerConfig {
        check("share", shareThousandths);
        check("weight", weightThousandths);
        check("maxShare", maxShareThousandths);
        if (memoryStepMb < 1) {
            throw new IllegalArgumentException("memoryStepMb " + memoryStepMb + ": must be at least 1");
        }
        if (minimum.vcores() < 0 || minimum.memoryMb() < 0) {
            throw new IllegalArgumentException("minimum " + minimum + ": must not be negative");
        }
    }

    public PlannerConfig withMinimum(YarnAmount other) {
        return new PlannerConfig(
                policy, shareThousandths, weightThousandths, maxShareThousandths, other, keep, memoryStepMb, headroom);
    }

    public PlannerConfig withKeep(YarnAmount other) {
        return new PlannerConfig(
                policy,
                shareThousandths,
                weightThousandths,
                maxShareThousandths,
                minimum,
                other,
                memoryStepMb,
                headroom);
    }

    private static void check(String name, int thousandths) {
        if (thousandths < 0 || thousandths > 1000) {
            throw new IllegalArgumentException(name + " " + thousandths + " thousandths: must be 0 to 1000");
        }
    }
}
