package io.koordbridge.sloconfig.nodeslo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.Field;
import io.koordbridge.sloconfig.ListShape;
import io.koordbridge.sloconfig.NodeEntries;
import io.koordbridge.sloconfig.ObjectShape;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The document of a key: shape and defaults.
 *
 * @param strategy the part that ends in the spec
 * @param document the whole text of the key
 * @param merges whether node entries are laid over the cluster's strategy; host applications replace it instead
 * @param entriesField where the entries for some nodes are
 */
record SloDocument(
        ObjectShape strategy, ObjectShape document, ObjectNode defaults, boolean merges, String entriesField) {

    static final String CLUSTER = "clusterStrategy";

    private static final Map<SloKey, SloDocument> ALL = all();

    static SloDocument of(SloKey key) {
        return Objects.requireNonNull(ALL.get(key));
    }

    private static Map<SloKey, SloDocument> all() {
        Map<SloKey, SloDocument> all = new EnumMap<>(SloKey.class);
        all.put(SloKey.THRESHOLD, merging(NodeSloShapes.THRESHOLD, """
                        {"enable": false, "cpuSuppressThresholdPercent": 65, "cpuSuppressPolicy": "cpuset",
                         "memoryEvictThresholdPercent": 70, "cpuEvictPolicy": "evictByRealLimit"}
                        """));
        all.put(SloKey.QOS, merging(NodeSloShapes.QOS, "{}"));
        all.put(SloKey.BURST, merging(NodeSloShapes.BURST, """
                        {"policy": "none", "cpuBurstPercent": 1000, "cfsQuotaBurstPercent": 300,
                         "cfsQuotaBurstPeriodSeconds": -1, "sharePoolThresholdPercent": 50}
                        """));
        all.put(SloKey.SYSTEM, merging(NodeSloShapes.SYSTEM, "{\"totalNetworkBandwidth\": \"0\"}"));
        all.put(SloKey.HOST_APPLICATIONS, replacing(NodeSloShapes.HOST_APPLICATIONS, "{\"applications\": []}"));
        return all;
    }

    private static SloDocument merging(ObjectShape strategy, String defaults) {
        String entries = "nodeStrategies";
        ObjectShape document = ObjectShape.of(Field.of(CLUSTER, strategy), Field.of(entries, entriesOf(strategy)));
        return new SloDocument(strategy, document, read(defaults, strategy), true, entries);
    }

    private static SloDocument replacing(ObjectShape strategy, String defaults) {
        String entries = "nodeConfigs";
        ObjectShape document = strategy.with(Field.of(entries, entriesOf(strategy)));
        return new SloDocument(strategy, document, read(defaults, strategy), false, entries);
    }

    private static ListShape entriesOf(ObjectShape strategy) {
        return new ListShape(NodeEntries.withIdentity(strategy));
    }

    private static ObjectNode read(String defaults, ObjectShape strategy) {
        Decoded decoded = DocumentDecoder.decode("defaults", defaults, strategy);
        if (!decoded.readable()) {
            throw new IllegalStateException("defaults: " + decoded.problems());
        }
        return decoded.tree();
    }
}
