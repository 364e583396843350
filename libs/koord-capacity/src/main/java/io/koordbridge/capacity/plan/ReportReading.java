package io.koordbridge.capacity.plan;

import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What counts of a NodeMetric once it was read: a bad report changes nothing, the last good one stays and grows old; product design
 * 3.28 and 3.32. {@link ReportFault} lists the faults and what they mean.
 *
 * @param report what counts
 * @param fault what is wrong with the NodeMetric, null when nothing is
 * @param good whether the report that counts has no other faults than those of single pods
 * @param foreign time of a report of another Node of this name, which does not count; null for none
 */
@PureCore
public record ReportReading(
        NodeReport report,
        @Nullable ReportFault fault,
        boolean good,
        @Nullable Instant foreign) {

    /**
     * The reading of a NodeMetric.
     *
     * @param before the reading before, null for the first
     */
    public static ReportReading of(
            @Nullable ReportReading before,
            @Nullable NodeMetricSpec spec,
            @Nullable NodeMetricStatus status,
            Instant now) {
        ReportFault fault = status == null ? null : ReportFault.first(status).orElse(null);
        boolean good = fault == null || fault.onlyOfPod();
        NodeReport last = before == null ? null : before.report();
        if (last != null
                && status != null
                && before.foreign() != null
                && before.foreign().equals(status.updateTime())) {
            NodeReport none = new NodeReport(spec, NodeUsage.NEVER_REPORTED, last.seenAt());
            return new ReportReading(none, fault, false, before.foreign());
        }
        boolean lastStays = last != null && before.good() && last.usage().updateTime() != null;
        if (!good && lastStays) {
            return new ReportReading(new NodeReport(spec, last.usage(), last.seenAt()), fault, true, null);
        }
        NodeUsage usage = fault != null && fault.kind() == ReportFault.Kind.UNREADABLE
                ? NodeUsage.NEVER_REPORTED
                : NodeSnapshots.usage(status);
        return new ReportReading(new NodeReport(spec, usage, seenAt(last, usage, now)), fault, good, null);
    }

    /** A report is as old as its time, however often it is written or listed. */
    private static Instant seenAt(@Nullable NodeReport last, NodeUsage usage, Instant now) {
        boolean same = last != null && Objects.equals(last.usage().updateTime(), usage.updateTime());
        return same ? last.seenAt() : now;
    }

    /** The Node went or was replaced: what its agent reported says nothing of another Node of that name. */
    public ReportReading withoutNode() {
        NodeReport none = new NodeReport(report.spec(), NodeUsage.NEVER_REPORTED, report.seenAt());
        Instant reported = report.usage().updateTime();
        return new ReportReading(none, fault, false, reported == null ? foreign : reported);
    }

    /** What is wrong with the NodeMetric. */
    public Optional<ReportFault> problem() {
        return Optional.ofNullable(fault);
    }
}
