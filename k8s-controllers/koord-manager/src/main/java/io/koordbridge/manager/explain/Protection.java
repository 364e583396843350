package io.koordbridge.manager.explain;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.MetricCollectPolicy;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.plan.NodeReport;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether online pods are protected from batch work on every node that offers batch capacity: the NodeSLO switches suppression on,
 * and an agent that is there and may act follows it.
 *
 * @param state OFF while one such node is without protection, ON otherwise; NOT_NEEDED while no node offers capacity
 * @param unprotectedNodes number of nodes that offer capacity without protection
 * @param detail names some of them with the reason, for people
 */
@PureCore
public record Protection(State state, int unprotectedNodes, String detail) {

    private static final List<String> OFFERED = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);
    private static final int NAMED = 3;
    private static final long DEFAULT_INTERVAL_SECONDS = 60;
    private static final long MISSED_REPORTS = 3;
    private static final long SHORTEST_SILENCE_SECONDS = 180;

    /** Of the cluster. */
    public enum State {
        ON,
        OFF,
        NOT_NEEDED
    }

    /**
     * A node, what its agent follows, and what it says.
     *
     * @param report the last one; empty without a NodeMetric
     */
    public record Guarded(Node node, Optional<NodeSloSpec> slo, Optional<NodeReport> report) {}

    /** Of these nodes. */
    public static Protection of(Stream<Guarded> nodes, Instant now) {
        List<Guarded> offering = nodes.filter(one -> offers(one.node())).toList();
        List<String> unprotected = offering.stream()
                .flatMap(
                        one -> why(one, now).map(why -> one.node().getMetadata().getName() + " (" + why + ")").stream())
                .sorted()
                .toList();
        if (!unprotected.isEmpty()) {
            return new Protection(State.OFF, unprotected.size(), detail(unprotected));
        }
        return offering.isEmpty()
                ? new Protection(State.NOT_NEEDED, 0, "no node offers batch capacity")
                : new Protection(State.ON, 0, "suppression is on wherever capacity is offered");
    }

    private static String detail(List<String> nodes) {
        String named = String.join(", ", nodes.subList(0, Math.min(NAMED, nodes.size())));
        int more = nodes.size() - NAMED;
        return "batch capacity without protection on " + named + (more > 0 ? " and " + more + " more" : "");
    }

    private static boolean offers(Node node) {
        if (node.getStatus() == null) {
            return false;
        }
        Map<String, Quantity> allocatable = orEmpty(node.getStatus().getAllocatable());
        return OFFERED.stream()
                .map(allocatable::get)
                .anyMatch(quantity -> quantity != null && Quantities.value(quantity) > 0);
    }

    private static Optional<String> why(Guarded one, Instant now) {
        if (one.slo().isEmpty()) {
            return Optional.of("no NodeSLO");
        }
        if (!suppresses(one.slo().get())) {
            return Optional.of("suppression is off");
        }
        Optional<String> agent = AnnotationCodec.text(one.node(), Annotations.NODE_UNPROTECTED);
        return agent.isPresent() ? agent.map("agent: "::concat) : silence(one.report(), now);
    }

    private static boolean suppresses(NodeSloSpec slo) {
        return slo.resourceUsedThresholdWithBE() != null
                && Boolean.TRUE.equals(slo.resourceUsedThresholdWithBE().enable());
    }

    /** An agent that has missed several reports does not act either. */
    private static Optional<String> silence(Optional<NodeReport> report, Instant now) {
        Optional<Instant> last = report.map(NodeReport::usage).map(NodeUsage::updateTime);
        if (last.isEmpty()) {
            return Optional.of("no report of an agent");
        }
        long interval = report.map(NodeReport::spec)
                .map(NodeMetricSpec::metricCollectPolicy)
                .map(MetricCollectPolicy::reportIntervalSeconds)
                .orElse(DEFAULT_INTERVAL_SECONDS);
        long age = Duration.between(last.get(), now).toSeconds();
        return age > Math.max(SHORTEST_SILENCE_SECONDS, MISSED_REPORTS * interval)
                ? Optional.of("last report of the agent " + age + "s ago")
                : Optional.empty();
    }
}
