package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a ResourceManager's web server says of the root queue in each partition, by {@code /jmx}: its calls say it of the nodes without a
 * label only. Hadoop has this since 3.3, and computes it anew every ten seconds.
 */
@PureCore
final class PartitionMetrics {

    static final String PATH = "/jmx?qry=Hadoop:service=ResourceManager,name=PartitionQueueMetrics,partition=*,q0=root";

    private PartitionMetrics() {}

    /** By label; a bean without one or without numbers is left out. */
    static Map<String, PendingDemand> read(JsonNode answer) {
        Map<String, PendingDemand> pending = new LinkedHashMap<>();
        for (JsonNode bean : answer.path("beans")) {
            String label = bean.path("tag.Partition").asText();
            JsonNode vcores = bean.path("PendingVCores");
            JsonNode megabytes = bean.path("PendingMB");
            boolean root = bean.path("tag.Queue").asText().equals("root");
            boolean numbers = vcores.canConvertToLong() && megabytes.canConvertToLong();
            if (root && numbers && !label.isEmpty()) {
                pending.put(label, new PendingDemand(vcores.asLong(), megabytes.asLong()));
            }
        }
        return pending;
    }
}
