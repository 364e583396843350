package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import org.jspecify.annotations.Nullable;

/**
 * What the Node's annotations say now.
 *
 * @param reserved the amount of our third-party entry, null when absent or the annotation cannot be read
 * @param registers what YARN may register with, null when the annotation does not say
 * @param lost the part of the amount that is kept for lost NodeManagers, null when the annotation does not say
 * @param problem why the third-party entries cannot be read, null when they can
 * @param resourceVersion version of the Node that was read, the precondition of the next write
 */
public record WrittenLease(
        @Nullable BatchAmount reserved,
        @Nullable YarnAmount registers,
        @Nullable YarnAmount lost,
        @Nullable String problem,
        String resourceVersion) {}
