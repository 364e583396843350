package io.koordbridge.scheduler.view;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.node.NodeRatioReader;
import io.koordbridge.scheduler.node.NodeRatios;
import io.koordbridge.scheduler.node.ReservationReader;
import io.koordbridge.scheduler.node.ReservationRule;
import io.koordbridge.scheduler.resource.ResourceVector;
import io.koordbridge.scheduler.topology.NumaNodeFactsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        ReservationReader.Reading reading =
                ReservationReader.read(node, before == null ? ReservationRule.NONE : before.reservation());
        List<String> problems = new ArrayList<>(ratios.problems());
        reading.problem().ifPresent(problems::add);
        problems.addAll(NumaNodeFactsReader.problems(node));
        return new NodeFacts(
                node.getMetadata().getName(),
                published,
                reading.rule(),
                reading.rule().takenFrom(published, ratios),
                Quantities.value(allocatable, PODS),
                ratios,
                NumaNodeFactsReader.read(node, ratios),
                NodeTraits.of(node),
                problems);
    }
}
