package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.BatchAmount;
import java.time.Instant;

/**
 * What the node agent evicted from YARN in emergencies.
 *
 * @param freed what the containers that were evicted in the last minute gave back
 * @param seenAt when this operator saw it first; another time is a further eviction
 */
public record Eviction(BatchAmount freed, Instant seenAt) {}
