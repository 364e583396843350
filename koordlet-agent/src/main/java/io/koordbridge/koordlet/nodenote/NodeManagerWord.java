package io.koordbridge.koordlet.nodenote;

import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.koordlet.yarn.YarnNode;
import io.koordbridge.koordlet.yarn.YarnPlugin;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the plugin said; null is not known.
 *
 * @param confirmed whether containers run where this agent looks
 * @param answers the question that it was asked for, null in a round
 * @param at a time before it said so
 */
@PureCore
record NodeManagerWord(
        @Nullable String nodeId,
        @Nullable String clusterId,
        @Nullable YarnResource masters,
        @Nullable Boolean confirmed,
        @Nullable Boolean strangers,
        @Nullable String answers,
        Instant at) {

    static NodeManagerWord of(YarnPlugin.Said said, @Nullable String answers) {
        YarnNode node = said.node();
        YarnNode.Placement placement = node.placement();
        return new NodeManagerWord(
                node.nodeId(),
                node.clusterId(),
                node.heldByMasters(said.containers()),
                placement == null ? null : placement.confirmed(),
                node.strangers(),
                answers,
                said.at());
    }
}
