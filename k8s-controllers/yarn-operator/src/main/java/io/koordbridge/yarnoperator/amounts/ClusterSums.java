package io.koordbridge.yarnoperator.amounts;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.PendingDemand;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sums what is known of a cluster's nodes. */
@PureCore
final class ClusterSums {

    /** Label of nodes whose cluster is not known, which no id of a cluster can be. */
    static final String NO_CLUSTER = "?";

    /** Age from which a measurement no longer counts as one. */
    private static final Duration MEASURED_FOR = Duration.ofMinutes(3);

    private ClusterSums() {}

    /**
     * What is known now.
     *
     * @param nodes all that have to do with YARN
     * @param declared ids of all clusters
     * @param reports those that are fresh and that every node was decided by
     * @param timeOfDay what measurements are dated by
     */
    record Look(
            List<NodeLeaseStatus> nodes,
            Set<String> declared,
            Map<String, ClusterReport> reports,
            StateTimes states,
            YarnConversion conversion,
            Instant now,
            Instant timeOfDay) {}

    /** The cluster whose sums a node counts in: that of its first NodeManager in use. */
    static String clusterOf(NodeLeaseStatus one, Set<String> declared) {
        List<NodeManagerView> managers = one.seen().managers();
        Optional<NodeManagerView> first = managers.stream()
                .filter(NodeManagerView::inUse)
                .findFirst()
                .or(() -> managers.stream().findFirst());
        String only = declared.size() == 1 ? declared.iterator().next() : NO_CLUSTER;
        return first.map(view -> view.ref().cluster()).orElse(only);
    }

    static ClusterAmounts of(String cluster, Look look) {
        List<NodeLeaseStatus> own = look.nodes().stream()
                .filter(one -> clusterOf(one, look.declared()).equals(cluster))
                .toList();
        ClusterReport report = look.reports().get(cluster);
        Map<LeaseStateName, Long> nodes = new EnumMap<>(LeaseStateName.class);
        Map<LeaseStateName, Long> longest = new EnumMap<>(LeaseStateName.class);
        for (LeaseStateName state : LeaseStateName.values()) {
            nodes.put(state, 0L);
            longest.put(state, 0L);
        }
        for (NodeLeaseStatus one : own) {
            nodes.merge(one.state(), 1L, Long::sum);
            longest.merge(one.state(), look.states().seconds(one.node(), look.now()), Math::max);
        }
        return new ClusterAmounts(
                sum(own.stream().map(one -> one.seen().books().origin())),
                sum(own.stream().map(one -> one.seen().books().pods())),
                sum(own.stream().map(one -> lease(one, look.conversion()))),
                report == null ? null : managers(cluster, look, NodeManagerView::capability),
                report == null ? null : managers(cluster, look, NodeManagerView::used),
                sum(own.stream().map(one -> used(one, look.timeOfDay()))),
                report == null ? null : pending(report, look.conversion()),
                nodes,
                longest,
                report == null ? null : unmatched(report, look.nodes()));
    }

    private static @Nullable BatchAmount sum(Stream<@Nullable BatchAmount> parts) {
        BatchAmount sum = null;
        for (BatchAmount part : (Iterable<@Nullable BatchAmount>) parts::iterator) {
            if (part != null) {
                sum = sum == null ? part : sum.plus(part);
            }
        }
        return sum;
    }

    /** Null before it was decided. */
    static @Nullable BatchAmount lease(NodeLeaseStatus one, YarnConversion conversion) {
        return one.state() == LeaseStateName.UNKNOWN ? null : conversion.toBatch(one.lease());
    }

    /** Null where no NodeManager of the node is in use. */
    static @Nullable BatchAmount allocated(NodeLeaseStatus one, Look look) {
        return sum(one.seen().managers().stream()
                .filter(NodeManagerView::inUse)
                .map(view -> look.conversion().toBatch(view.used())));
    }

    private static @Nullable BatchAmount used(NodeLeaseStatus one, Instant now) {
        Instant at = one.usage().at();
        boolean measured = at != null && !at.plus(MEASURED_FOR).isBefore(now);
        return measured ? one.usage().yarn() : null;
    }

    /** A report without a NodeManager on any node is known to be 0. */
    private static BatchAmount managers(String cluster, Look look, Function<NodeManagerView, YarnAmount> part) {
        return look.nodes().stream()
                .flatMap(one -> one.seen().managers().stream())
                .filter(view -> view.inUse() && view.ref().cluster().equals(cluster))
                .map(view -> look.conversion().toBatch(part.apply(view)))
                .reduce(BatchAmount.ZERO, BatchAmount::plus);
    }

    private static @Nullable BatchAmount pending(ClusterReport report, YarnConversion conversion) {
        PendingDemand unlabelled = report.demand().unlabelled();
        if (unlabelled == null) {
            return null;
        }
        Map<String, PendingDemand> labels = report.demand().partitions().pending();
        boolean whole = report.nodes().values().stream()
                .map(ReportedNode::partition)
                .allMatch(label -> label.isEmpty() || labels.containsKey(label));
        YarnAmount sum = labels.values().stream()
                .map(one -> new YarnAmount(one.vcores(), one.memoryMb()))
                .reduce(new YarnAmount(unlabelled.vcores(), unlabelled.memoryMb()), YarnAmount::plus);
        return whole ? conversion.toBatch(sum) : null;
    }

    private static long unmatched(ClusterReport report, List<NodeLeaseStatus> all) {
        Set<NodeManagerRef> owned = new HashSet<>();
        all.forEach(
                one -> one.seen().managers().stream().map(NodeManagerView::ref).forEach(owned::add));
        return report.nodes().values().stream()
                .filter(node -> node.state().inUse())
                .map(node -> new NodeManagerRef(report.cluster(), node.host(), node.port()))
                .filter(ref -> !owned.contains(ref))
                .count();
    }
}
