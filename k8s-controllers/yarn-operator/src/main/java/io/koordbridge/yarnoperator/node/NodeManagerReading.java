package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The annotation {@code yarn-nodemanager} of a node, and when it was first seen: the agent writes what it reads at that moment. One that
 * cannot be read reports nothing.
 *
 * @param annotation as it is now
 * @param report capacity of the NodeManager, null without one
 * @param masters what its application masters hold, null when not reported
 * @param placement what is remembered of earlier annotations
 */
@PureCore
record NodeManagerReading(
        NodeManagerAnnotation annotation,
        @Nullable NodeManagerReport report,
        @Nullable Masters masters,
        PlacementMemory placement) {

    /** The agent may have read as long ago what is seen now. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(2);

    /** Before a node was looked at. */
    static final NodeManagerReading UNREAD =
            new NodeManagerReading(NodeManagerAnnotation.ABSENT, null, null, new PlacementMemory(null, false));

    /**
     * A placement that was confirmed once stays so for the same NodeManager, also while the plugin does not answer: its containers live
     * there. Without any confirmation, as with an older plugin, it is not.
     *
     * @param nodeId of the NodeManager that was named last, null before one was
     * @param confirmed whether its plugin has seen a container where the agent looks
     */
    record PlacementMemory(@Nullable String nodeId, boolean confirmed) {

        PlacementMemory next(@Nullable YarnNodeManager found) {
            if (found == null) {
                return this;
            }
            String name = found.nodeId() == null ? nodeId : found.nodeId();
            boolean another = nodeId != null && !nodeId.equals(name);
            Placement placement = found.placement();
            return new PlacementMemory(
                    name, placement == null ? confirmed && !another : placement == Placement.CONFIRMED);
        }
    }

    /**
     * After a look.
     *
     * @param first whether the node was never looked at: then the annotation may be from long ago
     * @param question what the agent is asked, null without a question: an answer is as of a time after it
     */
    NodeManagerReading next(Node node, boolean first, Instant now, @Nullable String question) {
        NodeManagerAnnotation fresh = annotation.next(node);
        if (fresh.equals(annotation)) {
            return this;
        }
        YarnNodeManager found = fresh.value();
        return new NodeManagerReading(
                fresh,
                found == null ? null : report(found, first, now),
                found == null ? null : masters(found, first, now, question),
                placement.next(found));
    }

    private static @Nullable NodeManagerReport report(YarnNodeManager found, boolean first, Instant now) {
        YarnResource capacity = found.capacity();
        return capacity == null
                ? null
                : new NodeManagerReport(NodeAnnotations.amount(capacity), null, null, first ? Instant.EPOCH : now);
    }

    private static @Nullable Masters masters(
            YarnNodeManager found, boolean first, Instant now, @Nullable String question) {
        YarnResource held = found.masters();
        if (held == null) {
            return null;
        }
        boolean answers = question != null && question.equals(found.answers());
        Instant read = answers ? now : first ? Instant.EPOCH : now.minus(UNDER_WAY);
        return new Masters(NodeAnnotations.amount(held), read);
    }

    /** What cannot be read, null when nothing. */
    @Nullable
    String problem() {
        return annotation.problem();
    }

    /**
     * Capacity of one NodeManager.
     *
     * @param only whether the node has no other
     */
    Optional<NodeManagerReport> of(NodeManagerRef ref, boolean only) {
        return annotation.means(ref, only) ? Optional.ofNullable(report) : Optional.empty();
    }

    /** What application masters of one NodeManager hold. */
    Optional<Masters> mastersOf(NodeManagerRef ref, boolean only) {
        return annotation.means(ref, only) ? Optional.ofNullable(masters) : Optional.empty();
    }

    /** Whether the plugin has seen a container where the agent looks. */
    boolean placed() {
        return placement.confirmed();
    }

    /**
     * Whether processes run there that the NodeManager does not know; null when not reported, or when none of these is meant.
     *
     * @param managers NodeManagers in use
     */
    @Nullable
    Boolean strangers(Collection<NodeManagerRef> managers) {
        YarnNodeManager found = annotation.value();
        boolean only = managers.size() == 1;
        if (found == null || managers.stream().noneMatch(ref -> annotation.means(ref, only))) {
            return null;
        }
        return found.strangers();
    }
}
