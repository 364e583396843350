package io.koordbridge.sloconfig.nodeslo;

import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.ConfigDocument.Layout;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The document of each key: shape and defaults; manager specification section 5.4. */
public final class SloDocument {

    private static final Map<SloKey, ConfigDocument> ALL = all();

    private SloDocument() {}

    /** The document of a key. */
    public static ConfigDocument of(SloKey key) {
        return Objects.requireNonNull(ALL.get(key));
    }

    private static Map<SloKey, ConfigDocument> all() {
        Map<SloKey, ConfigDocument> all = new EnumMap<>(SloKey.class);
        for (SloKey key : SloKey.values()) {
            all.put(key, document(key));
        }
        return all;
    }

    private static ConfigDocument document(SloKey key) {
        return switch (key) {
            case THRESHOLD -> new ConfigDocument(key.key(), Layout.CLUSTER_STRATEGY, NodeSloSchemas.THRESHOLD, """
                        {"enable": false, "cpuSuppressThresholdPercent": 65, "cpuSuppressPolicy": "cpuset",
                         "memoryEvictThresholdPercent": 70, "cpuEvictPolicy": "evictByRealLimit"}
                        """);
            case QOS -> new ConfigDocument(key.key(), Layout.CLUSTER_STRATEGY, QosSchemas.QOS, "{}");
            case BURST -> new ConfigDocument(key.key(), Layout.CLUSTER_STRATEGY, NodeSloSchemas.BURST, """
                        {"policy": "none", "cpuBurstPercent": 1000, "cfsQuotaBurstPercent": 300,
                         "cfsQuotaBurstPeriodSeconds": -1, "sharePoolThresholdPercent": 50}
                        """);
            case SYSTEM ->
                new ConfigDocument(
                        key.key(),
                        Layout.CLUSTER_STRATEGY,
                        NodeSloSchemas.SYSTEM,
                        "{\"totalNetworkBandwidth\": \"0\"}");
            case HOST_APPLICATIONS ->
                new ConfigDocument(
                        key.key(), Layout.REPLACING, NodeSloSchemas.HOST_APPLICATIONS, "{\"applications\": []}");
        };
    }
}
