package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.NodeReservationDocument;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.node.NodeRatioReader;
import io.koordbridge.scheduler.facts.node.NodeRatios;
import io.koordbridge.scheduler.facts.node.ReservationRule;
import io.koordbridge.scheduler.facts.numa.NumaNodeFactsReader;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Node objects to {@link NodeFacts}. */
@PureCore
public final class NodeFactsReader {

    private static final String PODS = "pods";

    private NodeFactsReader() {}

    /**
     * Reads a node.
     *
     * @param before what was known of it, null when it is new: source of the last good reservation
     * @throws IllegalArgumentException when a quantity of its status is not one
     */
    public static NodeFacts read(Node node, @Nullable NodeFacts before) {
        Map<String, Quantity> allocatable =
                node.getStatus() == null ? null : node.getStatus().getAllocatable();
        ResourceVector published = ResourceVector.ofQuantities(allocatable);
        NodeRatios ratios = NodeRatioReader.read(node);
        Decoded<ReservationRule> read = NodeReservationDocument.of(node).map(ReservationRule::of);
        ReservationRule last =
                before == null || before.reservation().equals(ReservationRule.NONE) ? null : before.reservation();
        ReservationRule reservation =
                Objects.requireNonNullElse(NodeReservationDocument.inForce(read, last), ReservationRule.NONE);
        List<String> problems = new ArrayList<>(ratios.problems());
        if (!read.isGood()) {
            problems.add(problem(node, read, last));
        }
        problems.addAll(NumaNodeFactsReader.problems(node));
        return new NodeFacts(
                node.getMetadata().getName(),
                published,
                reservation,
                reservation.takenFrom(published, ratios),
                Quantities.value(allocatable, PODS),
                ratios,
                NumaNodeFactsReader.read(node, ratios),
                NodeTraits.of(node),
                problems);
    }

    private static String problem(Node node, Decoded<ReservationRule> read, @Nullable ReservationRule last) {
        String without = read.found().isPresent() ? "; the rest is in force" : "; nothing is reserved";
        return "Node/" + node.getMetadata().getName() + ": "
                + read.problems().stream().map(WireProblem::message).collect(Collectors.joining("; "))
                + (last == null ? without : "; what was reserved before stays");
    }
}
