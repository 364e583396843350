package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.time.Duration;
import java.time.Instant;

/**
 * An update that waits for its turn.
 *
 * @param decidedAt when it was decided; one that waited too long is dropped, because a newer decision stands
 */
record ResourceUpdate(NodeManagerRef target, YarnAmount capability, Duration overcommitTimeout, Instant decidedAt) {}
