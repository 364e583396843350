package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a NodeManager said of itself.
 *
 * @param capacity its last capacity from the ResourceManager
 * @param running what its containers hold, null when it did not say
 * @param masters what application masters hold of it, null when it did not say
 * @param askedAt when it was asked
 */
public record NodeManagerReport(
        YarnAmount capacity,
        @Nullable YarnAmount running,
        @Nullable YarnAmount masters,
        Instant askedAt) {}
