package io.koordbridge.manager.explain;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.ProtectionFacts;
import io.koordbridge.capacity.protection.ProtectionJudge;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
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

    /** Of the cluster. */
    public enum State {
        ON,
        OFF,
        NOT_NEEDED
    }

    /** A node, and what its protection is judged by. */
    public record Guarded(Node node, ProtectionFacts facts) {}

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

    /** A setting that permits capacity without protection, and the time since then, make no difference here. */
    private static Optional<String> why(Guarded one, Instant now) {
        NodeProtection protection = ProtectionJudge.judge(one.facts(), false, null, now);
        return protection.state() == NodeProtection.State.PROTECTED ? Optional.empty() : Optional.of(protection.why());
    }
}
