package io.koordbridge.policy.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;

/**
 * What a node's lease should be.
 *
 * @param wanted by policy, within the limit and never below the minimum
 * @param limit the most that leaves pods and third parties what they have; never below the minimum
 * @param minimum what a node in use keeps
 * @param free what neither pods, third parties nor YARN's containers take
 * @param weightThousandths YARN's part of the free rest that was applied
 * @param reason why this much
 */
public record LeasePlan(
        YarnAmount wanted,
        YarnAmount limit,
        YarnAmount minimum,
        BatchAmount free,
        int weightThousandths,
        String reason) {}
