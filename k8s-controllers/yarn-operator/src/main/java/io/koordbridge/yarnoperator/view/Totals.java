package io.koordbridge.yarnoperator.view;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parts of a node's situation and their sums. A sum is null when not a single node knows its part. */
@PureCore
final class Totals {

    /** Age from which a measurement no longer counts as one. */
    private static final Duration METRIC_STALE = Duration.ofMinutes(3);

    private Totals() {}

    static @Nullable BatchAmount sum(List<NodeLeaseStatus> all, Function<NodeLeaseStatus, @Nullable BatchAmount> part) {
        BatchAmount sum = null;
        for (NodeLeaseStatus one : all) {
            BatchAmount amount = part.apply(one);
            if (amount != null) {
                sum = sum == null ? amount : sum.plus(amount);
            }
        }
        return sum;
    }

    static @Nullable YarnAmount lease(NodeLeaseStatus one) {
        return one.state() == LeaseStateName.UNKNOWN ? null : one.lease();
    }

    static @Nullable YarnAmount capability(NodeLeaseStatus one) {
        return yarn(one, NodeManagerView::capability);
    }

    static @Nullable YarnAmount used(NodeLeaseStatus one) {
        return yarn(one, NodeManagerView::used);
    }

    private static @Nullable YarnAmount yarn(NodeLeaseStatus one, Function<NodeManagerView, YarnAmount> part) {
        YarnAmount sum = null;
        for (NodeManagerView view : one.seen().managers()) {
            if (view.inUse()) {
                sum = part.apply(view).plus(sum == null ? YarnAmount.ZERO : sum);
            }
        }
        return sum;
    }

    static @Nullable BatchAmount batch(@Nullable YarnAmount yarn, YarnConversion conversion) {
        return yarn == null ? null : conversion.toBatch(yarn);
    }

    /** What neither pods nor the lease take. */
    static @Nullable BatchAmount free(NodeLeaseStatus one, YarnConversion conversion) {
        YarnAmount lease = lease(one);
        return one.seen().books().origin() == null || lease == null
                ? null
                : one.seen().books().room().minus(conversion.toBatch(lease)).positive();
    }

    static boolean measured(NodeLeaseStatus one, Instant now) {
        Instant at = one.usage().at();
        return at != null && !at.plus(METRIC_STALE).isBefore(now);
    }

    static @Nullable BatchAmount prod(NodeLeaseStatus one, Instant now) {
        return measured(one, now) ? one.usage().prod() : null;
    }

    static @Nullable BatchAmount yarnUsage(NodeLeaseStatus one, Instant now) {
        return measured(one, now) ? one.usage().yarn() : null;
    }

    /** Whether a ResourceManager knows a NodeManager of the node. */
    static boolean matched(NodeLeaseStatus one) {
        return one.seen().managers().stream().anyMatch(NodeManagerView::inUse);
    }

    static @Nullable Long milliCpu(@Nullable BatchAmount amount) {
        return amount == null ? null : amount.milliCpu();
    }

    static @Nullable Long bytes(@Nullable BatchAmount amount) {
        return amount == null ? null : amount.bytes();
    }

    static @Nullable Long vcores(@Nullable YarnAmount amount) {
        return amount == null ? null : amount.vcores();
    }

    static @Nullable Long memoryMb(@Nullable YarnAmount amount) {
        return amount == null ? null : amount.memoryMb();
    }
}
