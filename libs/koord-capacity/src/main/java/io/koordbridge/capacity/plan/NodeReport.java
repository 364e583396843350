package io.koordbridge.capacity.plan;

import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A NodeMetric as seen.
 *
 * @param usage its time is never after {@code seenAt}, so that a clock that is ahead keeps no dead agent's report fresh
 * @param levels percentiles that stand beside it
 * @param seenAt when this process first saw a report of that time; another write of the same report does not renew it
 */
public record NodeReport(@Nullable NodeMetricSpec spec, NodeUsage usage, UsageLevels levels, Instant seenAt) {

    public NodeReport {
        usage = usage.notAfter(seenAt);
    }

    /** A report of means only. */
    public NodeReport(@Nullable NodeMetricSpec spec, NodeUsage usage, Instant seenAt) {
        this(spec, usage, UsageLevels.NONE, seenAt);
    }
}
