package io.koordbridge.capacity.deviceresource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.preparation.NodePreparation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * What the healthy devices of one type offer.
 *
 * @param resources by name, empty unless calculated
 * @param labels labels that the node takes over
 * @param known resources that go when nothing was calculated
 * @param counts devices of the type
 * @param problems amounts that are no quantities, each in words; they count as nothing
 * @param shares what each resource is made of, in the order in which it was added up
 */
public record DeviceOutcome(
        Reason reason,
        Map<String, Quantity> resources,
        Map<String, String> labels,
        List<String> known,
        Counts counts,
        List<String> problems,
        List<Share> shares) {

    public DeviceOutcome {
        resources = Map.copyOf(resources);
        labels = Map.copyOf(labels);
        known = List.copyOf(known);
        problems = List.copyOf(problems);
        shares = List.copyOf(shares);
    }

    /** Why the resources are what they are. */
    public enum Reason {
        CALCULATED,
        DEVICE_MISSING,
        NO_HEALTHY_DEVICE
    }

    /**
     * A part of a resource.
     *
     * @param resource name on the node
     * @param name the card, or the rule that made the part
     * @param source field of the Device that the amount stands in, or why it is as much
     */
    public record Share(String resource, String name, BigDecimal amount, String source) {}

    /** How many devices of the type there are. */
    public record Counts(int healthy, int unhealthy) {}

    /** What the prepared node shows; a known resource that no device names stays as it is. */
    public NodePreparation preparation() {
        return reason == Reason.CALCULATED
                ? NodePreparation.setting(resources).and(NodePreparation.labels(labels))
                : NodePreparation.removing(known);
    }
}
