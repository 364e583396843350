package io.koordbridge.sloconfig.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.NodeEntry;
import io.koordbridge.sloconfig.nodeslo.SloDocument;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bandwidths that {@code system-config} of the same config map gives to nodes. */
@PureCore
final class Bandwidths {

    private static final ConfigDocument SYSTEM = SloDocument.of(SloKey.SYSTEM);

    /** Nothing is said about any node. */
    static final Bandwidths UNKNOWN = new Bandwidths(JsonNodeFactory.instance.objectNode());

    private final JsonNode cluster;
    private final List<NodeEntry> entries;

    Bandwidths(ObjectNode systemTree) {
        this.cluster = SYSTEM.clusterPart(systemTree);
        this.entries = SYSTEM.entries(systemTree);
    }

    /** Of the cluster; null when nothing is said about it. */
    @Nullable
    BigDecimal ofCluster() {
        return cluster.isObject() ? bandwidth(cluster) : null;
    }

    /**
     * Of the nodes that an entry selects: that of the system entry with the same selector, of the cluster when there are no
     * entries, else nothing.
     */
    @Nullable
    BigDecimal of(NodeEntry entry) {
        if (entries.isEmpty()) {
            return ofCluster();
        }
        return entries.stream()
                .filter(one -> one.selector() != null && one.selector().equals(entry.selector()))
                .findFirst()
                .map(one -> bandwidth(one.tree()))
                .orElse(BigDecimal.ZERO);
    }

    private static BigDecimal bandwidth(JsonNode part) {
        return NetworkRules.whole(part.path("totalNetworkBandwidth").asText("0"));
    }
}
