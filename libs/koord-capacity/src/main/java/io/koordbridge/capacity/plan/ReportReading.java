package io.koordbridge.capacity.plan;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ReportFault;
import io.koordbridge.capacity.batchresource.NodeSnapshots;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.onlineuse.UsageLevels;
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
 * @param updateTime of the report that counts, by the clock of its node; null when absent
 * @param fault what is wrong with the NodeMetric, null when nothing is
 * @param good whether the report that counts has no other faults than those of single pods
 * @param foreign time of a report of another Node of this name, which does not count; null for none
 */
@PureCore
public record ReportReading(
        NodeReport report,
        @Nullable Instant updateTime,
        @Nullable ReportFault fault,
        boolean good,
        @Nullable Instant foreign) {

    /**
     * The reading of a NodeMetric.
     *
     * @param before the reading before, null for the first
     * @param online its annotation of the online sum
     */
    public static ReportReading of(
            @Nullable ReportReading before,
            @Nullable NodeMetricSpec spec,
            @Nullable NodeMetricStatus status,
            Decoded<OnlineUse> online,
            Instant now) {
        ReportFault fault = status == null ? null : ReportFault.first(status).orElse(null);
        Instant reported = status == null ? null : status.updateTime();
        if (before != null && before.stays(fault, reported)) {
            NodeReport last = before.report();
            NodeReport same = new NodeReport(spec, last.usage(), last.levels(), last.seenAt());
            return new ReportReading(same, before.updateTime(), fault, before.good(), before.foreign());
        }
        // A report is as old as its time, however often it is written or listed.
        Instant seenAt = before != null && Objects.equals(before.updateTime(), reported)
                ? before.report().seenAt()
                : now;
        NodeReport report = new NodeReport(spec, usage(status, fault), levels(status, online, fault), seenAt);
        return new ReportReading(report, reported, fault, fault == null || fault.onlyOfPod(), null);
    }

    /** Whether the report that counts also does so after another reading. */
    private boolean stays(@Nullable ReportFault newFault, @Nullable Instant reported) {
        boolean ofPredecessor = foreign != null && foreign.equals(reported);
        boolean bad = newFault != null && !newFault.onlyOfPod();
        return ofPredecessor || (bad && good && updateTime != null);
    }

    private static NodeUsage usage(@Nullable NodeMetricStatus status, @Nullable ReportFault fault) {
        return unreadable(fault) ? NodeUsage.NEVER_REPORTED : NodeSnapshots.usage(status);
    }

    private static UsageLevels levels(
            @Nullable NodeMetricStatus status, Decoded<OnlineUse> online, @Nullable ReportFault fault) {
        return unreadable(fault) ? UsageLevels.NONE : UsageLevels.of(online, status);
    }

    private static boolean unreadable(@Nullable ReportFault fault) {
        return fault != null && fault.kind() == ReportFault.Kind.UNREADABLE;
    }

    /** The Node went or was replaced: what its agent reported says nothing of another Node of that name. */
    public ReportReading withoutNode() {
        NodeReport none = new NodeReport(report.spec(), NodeUsage.NEVER_REPORTED, report.seenAt());
        return new ReportReading(none, null, fault, false, updateTime == null ? foreign : updateTime);
    }

    /** What is wrong with the NodeMetric. */
    public Optional<ReportFault> problem() {
        return Optional.ofNullable(fault);
    }
}
