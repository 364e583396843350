package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import org.jspecify.annotations.Nullable;

/**
 * What the Node's annotation says now.
 *
 * @param reserved the amount of our entry, null when there is none or the annotation cannot be read
 * @param problem why it cannot be read, null when it can
 * @param resourceVersion version of the Node that was read, the precondition of the next write
 */
public record WrittenLease(
        @Nullable BatchAmount reserved, @Nullable String problem, String resourceVersion) {}
