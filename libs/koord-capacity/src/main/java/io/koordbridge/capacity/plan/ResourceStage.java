package io.koordbridge.capacity.plan;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.capacity.batchresource.ZonePlan;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.sum.Sum;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One kind of resource that a node publishes. A stage is a value: everything it may know is in the facts of the pass, also the
 * memory that it handed out in the pass before. Whatever it throws keeps what is published of it, and no other stage from its work.
 *
 * @param <R> what the stage comes to
 */
public interface ResourceStage<R> {

    /** Name in metrics, logs, explanations and switches. */
    String name();

    /** The names on the Node that belong to this stage; no other stage writes them. */
    Owned owned();

    /** What the resource amounts to now. */
    R calculate(StageFacts facts);

    /** In place of a calculation that threw; null where nothing is known and what is published stays. */
    default @Nullable R failed(StageFacts facts, Defect defect) {
        return null;
    }

    /** What is left where colocation is off on the node; null where what is published stays. */
    default @Nullable R reset(StageFacts facts) {
        return null;
    }

    /** What the Node shows because of this. */
    NodePreparation preparation(R result);

    /** How the result goes on after the pass: its memory, when it is due again, whether it changes something at once. */
    default Outlook outlook(R result, StageFacts facts) {
        return Outlook.NONE;
    }

    /** Entries of the origin annotation that the Node shows because of this. */
    default Map<String, Quantity> origin(R result) {
        return Map.of();
    }

    /** The zones of a NodeResourceTopology as they shall be. */
    default ZonePlan zones(R result, NodeTerms terms, List<Zone> shown) {
        return ZonePlan.unchanged(shown);
    }

    /** Why the calculation failed without throwing. */
    default Optional<String> problem(R result) {
        return Optional.empty();
    }

    /** Whether everything that the Node shows besides could be read. */
    default boolean prepared(R result) {
        return true;
    }

    /** Amounts for metrics by resource, before normalization, write thresholds and third parties. */
    default Map<String, Double> amounts(R result) {
        return Map.of();
    }

    /** What damping did to the amounts of the node, by resource, for metrics and views; empty where it did nothing. */
    default Map<String, DampedAmount> damped(R result) {
        return Map.of();
    }

    /** How the amounts of a finished pass come about, one sum for each. */
    default List<Sum> explain(NodeTerms terms) {
        return List.of();
    }

    /** Whether annotations or labels of this stage are written although the status may not be. */
    default MetadataDecision metadata(PublishedNode shown, PublishedNode wanted) {
        return owned().sameMetadata(shown, wanted) ? MetadataDecision.UNCHANGED : MetadataDecision.METADATA_CHANGED;
    }
}
