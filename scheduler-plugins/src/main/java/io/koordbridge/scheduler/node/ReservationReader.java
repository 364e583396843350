package io.koordbridge.scheduler.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.NodeReservation;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The reservation annotation of a node to a {@link ReservationRule}. */
@PureCore
public final class ReservationReader {

    private static final String DEFAULT_POLICY = "Default";
    private static final String ONLY_CPUS_POLICY = "ReservedCPUsOnly";

    private ReservationReader() {}

    /**
     * The outcome.
     *
     * @param rule what holds now
     * @param problem what is wrong with the annotation, empty when it is fine or absent
     */
    public record Reading(ReservationRule rule, Optional<String> problem) {}

    /**
     * Reads the annotation; one that cannot be read leaves the last good rule in force, so that a typing error does not hand
     * out what was reserved.
     */
    public static Reading read(Node node, ReservationRule lastGood) {
        try {
            Optional<NodeReservation> annotation =
                    AnnotationCodec.read(node, Annotations.NODE_RESERVATION, NodeReservation.class);
            return annotation.isPresent()
                    ? of(node, annotation.get())
                    : new Reading(ReservationRule.NONE, Optional.empty());
        } catch (BadAnnotationException unreadable) {
            return kept(lastGood, String.valueOf(unreadable.getMessage()));
        } catch (IllegalArgumentException badValue) {
            return kept(lastGood, prefix(node) + badValue.getMessage());
        }
    }

    private static Reading kept(ReservationRule lastGood, String problem) {
        String holds = lastGood.equals(ReservationRule.NONE) ? "nothing is reserved" : "what was reserved before holds";
        return new Reading(lastGood, Optional.of(problem + "; " + holds));
    }

    private static Reading of(Node node, NodeReservation annotation) {
        ResourceVector resources = ResourceVector.ofQuantities(annotation.resources());
        CpuSet cpus = CpuSet.parse(Objects.requireNonNullElse(annotation.reservedCPUs(), ""));
        String policy = Objects.requireNonNullElse(annotation.applyPolicy(), "");
        boolean trims = policy.isEmpty() || policy.equals(DEFAULT_POLICY);
        Optional<String> problem = trims || policy.equals(ONLY_CPUS_POLICY)
                ? Optional.empty()
                : Optional.of(
                        prefix(node) + "applyPolicy '" + policy + "' is unknown, nothing is subtracted; allowed are "
                                + DEFAULT_POLICY + " and " + ONLY_CPUS_POLICY);
        return new Reading(
                new ReservationRule(resources, cpus, trims),
                problem.or(() -> negative(annotation).map(words -> prefix(node) + words)));
    }

    /** They would add to what the node has, and kube-scheduler beside us would not follow. */
    private static Optional<String> negative(NodeReservation annotation) {
        Map<String, Quantity> resources = Objects.requireNonNullElse(annotation.resources(), Map.of());
        String below = new TreeMap<>(resources)
                .entrySet().stream()
                        .filter(one -> Quantities.decimal(one.getValue()).signum() < 0)
                        .map(one -> "resources." + one.getKey() + " = " + one.getValue())
                        .collect(Collectors.joining(", "));
        return below.isEmpty() ? Optional.empty() : Optional.of(below + " reserves nothing, allowed is 0 and more");
    }

    private static String prefix(Node node) {
        return "Node/" + node.getMetadata().getName() + ": annotation " + Annotations.NODE_RESERVATION + ": ";
    }
}
