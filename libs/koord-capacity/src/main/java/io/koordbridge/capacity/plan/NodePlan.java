package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.batchresource.ZonePlan;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a pass wants done with a node.
 *
 * @param shown the part of the Node that passes own
 * @param wanted what it ought to show
 * @param zones zones of its NodeResourceTopology
 * @param zonesFirst whether that object is written before the node: the zones never offer more than the node, not even between two writes
 * @param zonesDefect what planning the zones threw, null when it did not; they stay as they are then
 * @param askAgainAt when the plan changes although no input does
 */
public record NodePlan(
        NodeTerms terms,
        PublishedNode shown,
        PublishedNode wanted,
        WriteDecision status,
        MetadataDecision metadata,
        ZonePlan zones,
        boolean zonesFirst,
        @Nullable Defect zonesDefect,
        Optional<Instant> askAgainAt) {

    /** Whether the NodeResourceTopology is written. */
    public boolean writesZones() {
        return zones.changed();
    }

    /** Whether anything of the Node is written. */
    public boolean writesNode() {
        return status.writes() || metadata.writes();
    }
}
