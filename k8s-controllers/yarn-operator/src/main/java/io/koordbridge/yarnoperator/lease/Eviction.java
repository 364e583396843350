package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import java.time.Instant;

/**
 * What the node agent evicted from YARN in an emergency.
 *
 * @param freed what the evicted containers gave back
 * @param seenAt when this operator saw it first; another time is another eviction
 */
public record Eviction(BatchAmount freed, Instant seenAt) {}
