package io.koordbridge.capacity.plan;

import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.capacity.batchresource.NodeUsage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A NodeMetric as seen.
 *
 * @param usage its time is never after {@code seenAt}, so that a clock that is ahead keeps no dead agent's report fresh
 * @param seenAt when this process first saw a report of that time; another write of the same report does not renew it
 */
public record NodeReport(@Nullable NodeMetricSpec spec, NodeUsage usage, Instant seenAt) {

    public NodeReport {
        usage = usage.notAfter(seenAt);
    }
}
