package io.koordbridge.koordlet.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.slo.NodeMetricStatus;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A status as a merge patch that replaces the whole status: what the report leaves out is removed, so that an old value never goes on
 * under a new time.
 */
final class StatusPatch {

    private static final String[] FIELDS = {
        "updateTime", "nodeMetric", "podsMetric", "hostApplicationMetric", "prodReclaimableMetric", "prodPeakMetric"
    };
    private static final String[] NODE_FIELDS = {
        "nodeUsage", "aggregatedNodeUsages", "systemUsage", "aggregatedSystemUsages", "numaUsages"
    };
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private StatusPatch() {}

    static Map<String, Object> of(NodeMetricStatus status, KubernetesSerialization serialization) {
        try {
            ObjectNode tree = (ObjectNode) MAPPER.readTree(serialization.asJson(status));
            nullWhereAbsent(tree, FIELDS);
            if (tree.get("nodeMetric") instanceof ObjectNode node) {
                nullWhereAbsent(node, NODE_FIELDS);
                clearWhereEmpty(node, "nodeUsage");
                clearWhereEmpty(node, "systemUsage");
            }
            return new LinkedHashMap<>(MAPPER.convertValue(tree, new TypeReference<Map<String, Object>>() {}));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot read back a status that was just written", e);
        }
    }

    private static void nullWhereAbsent(ObjectNode object, String[] fields) {
        for (String field : fields) {
            if (!object.has(field)) {
                object.putNull(field);
            }
        }
    }

    private static void clearWhereEmpty(ObjectNode node, String field) {
        JsonNode usage = node.get(field);
        if (usage instanceof ObjectNode object && !object.has("resources")) {
            object.putNull("resources");
        }
    }
}
