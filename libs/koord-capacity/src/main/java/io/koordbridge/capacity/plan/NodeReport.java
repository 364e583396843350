package io.koordbridge.capacity.plan;

import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.capacity.batchresource.NodeUsage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A NodeMetric as seen.
 *
 * @param seenAt when this process received it
 */
public record NodeReport(@Nullable NodeMetricSpec spec, NodeUsage usage, Instant seenAt) {}
