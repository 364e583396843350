package io.koordbridge.yarnoperator.node;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.HostApplicationMetricInfo;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.PodMetricInfo;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.yarnoperator.lease.NodeAgent;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent measured.
 *
 * @param at time of the report, null when absent
 * @param node use of the whole node
 * @param prod use of everything that is neither best effort nor YARN
 * @param yarn real use of YARN's containers, null when not reported whole, or below zero: that does not show that none run
 * @param measuredAfter when the report before it arrived: it was measured later; {@link Instant#EPOCH} for the first one
 * @param arrivedAt when it arrived
 */
@PureCore
public record NodeUsage(
        @Nullable Instant at,
        BatchAmount node,
        BatchAmount prod,
        @Nullable BatchAmount yarn,
        Instant measuredAfter,
        Instant arrivedAt) {

    /** Age from which a report does not prove what runs. */
    private static final Duration USABLE = Duration.ofMinutes(3);

    private static final int MEBIBYTE = 1 << 20;

    public static final NodeUsage NONE =
            new NodeUsage(null, BatchAmount.ZERO, BatchAmount.ZERO, null, Instant.EPOCH, Instant.EPOCH);

    /** Reads a report; one that cannot be read counts as none. */
    public static NodeUsage of(@Nullable NodeMetric metric) {
        try {
            return read(metric);
        } catch (IllegalArgumentException | ArithmeticException e) {
            return NONE;
        }
    }

    private static NodeUsage read(@Nullable NodeMetric metric) {
        NodeMetricStatus status = metric == null ? null : metric.getStatus();
        if (status == null || status.updateTime() == null || status.nodeMetric() == null) {
            return NONE;
        }
        BatchAmount whole = amount(status.nodeMetric().nodeUsage());
        BatchAmount bestEffort = BatchAmount.ZERO;
        List<PodMetricInfo> pods = orEmpty(status.podsMetric());
        for (PodMetricInfo pod : pods) {
            PriorityClass priority = PriorityClass.ofName(pod.priority());
            if (priority == PriorityClass.BATCH || priority == PriorityClass.FREE) {
                bestEffort = bestEffort.plus(amount(pod.podUsage()));
            }
        }
        BatchAmount yarn = yarn(status);
        BatchAmount rest = whole.minus(bestEffort).minus(yarn == null ? BatchAmount.ZERO : yarn);
        return new NodeUsage(status.updateTime(), whole, rest.positive(), yarn, Instant.EPOCH, Instant.EPOCH);
    }

    private static @Nullable BatchAmount yarn(NodeMetricStatus status) {
        List<HostApplicationMetricInfo> applications = orEmpty(status.hostApplicationMetric());
        return applications.stream()
                .filter(one -> WellKnown.YARN_ALLOCATION_NAME.equals(one.name()))
                .findFirst()
                .filter(one -> isWhole(one.usage()))
                .map(one -> amount(one.usage()))
                .orElse(null);
    }

    private static boolean isWhole(@Nullable ResourceUsage usage) {
        Map<String, Quantity> resources = usage == null ? null : usage.resources();
        return resources != null
                && Stream.of(ResourceNames.CPU, ResourceNames.MEMORY)
                        .allMatch(name -> resources.containsKey(name)
                                && Quantities.decimal(resources.get(name)).signum() >= 0);
    }

    private static BatchAmount amount(@Nullable ResourceUsage usage) {
        Map<String, Quantity> resources = usage == null ? null : usage.resources();
        return new BatchAmount(
                        Quantities.milli(resources, ResourceNames.CPU),
                        Quantities.value(resources, ResourceNames.MEMORY))
                .clamped();
    }

    /** The same report, which arrived after another one. */
    NodeUsage after(NodeUsage before, Instant now) {
        boolean news = at != null && !at.equals(before.at);
        return new NodeUsage(
                at, node, prod, yarn, news ? before.arrivedAt : before.measuredAfter, news ? now : before.arrivedAt);
    }

    /**
     * Whether YARN containers run; absent only when a fresh report says so, because other agents do not report them.
     *
     * @param nodeManager the plugin's report on where they run
     * @param managers NodeManagers in use
     */
    NodeAgent agent(Instant now, NodeManagerReading nodeManager, Collection<NodeManagerRef> managers) {
        Boolean strangers = nodeManager.strangers(managers);
        if (at == null || arrivedAt.plus(USABLE).isBefore(now) || yarn == null) {
            return new NodeAgent(YarnProcesses.UNKNOWN, Instant.EPOCH, nodeManager.placed(), strangers);
        }
        boolean absent = yarn.equals(BatchAmount.ZERO);
        long usedMb = Math.floorDiv(yarn.bytes() + MEBIBYTE - 1, MEBIBYTE);
        return new NodeAgent(
                absent ? YarnProcesses.ABSENT : YarnProcesses.PRESENT,
                measuredAfter,
                nodeManager.placed(),
                strangers,
                usedMb);
    }
}
