package io.koordbridge.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;

/**
 * One object of each kind as the API server keeps it, from which all others are made: defaults, service account volume and
 * managed fields are those of objects that were created by requests.
 */
final class Templates {

    static final String NODE = "template-node";
    static final String POD = "template-pod";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int UID_LENGTH = 36;

    private final String node;
    private final List<String> pods;
    private final String reportPolicy;

    /**
     * Takes over what the API server answered.
     *
     * @param pods answered pods, on node {@link #NODE}, each named {@link #POD}
     * @param reportPolicy spec of the NodeMetric that the manager made for the node
     */
    Templates(String node, List<String> pods, String reportPolicy) {
        this.node = stored(node);
        this.pods = pods.stream().map(Templates::stored).toList();
        this.reportPolicy = reportPolicy;
    }

    String node(String name) {
        return fresh(node).replace(NODE, name);
    }

    String pod(int kind, String name, String onNode) {
        return fresh(pods.get(kind % pods.size())).replace(NODE, onNode).replace(POD, name);
    }

    /** A NodeMetric with a status. */
    String report(String name, String status, String createdAt) {
        return """
                {"apiVersion":"slo.koordinator.sh/v1alpha1","kind":"NodeMetric",
                "metadata":{"name":"%s","uid":"%s","creationTimestamp":"%s","generation":1},
                "spec":%s,"status":%s}
                """.formatted(name, UUID.randomUUID(), createdAt, reportPolicy, status);
    }

    private static String fresh(String template) {
        int uid = template.indexOf("\"uid\":\"") + "\"uid\":\"".length();
        return template.substring(0, uid) + UUID.randomUUID() + template.substring(uid + UID_LENGTH);
    }

    /** Without what etcd itself says about an object; metadata first, so that its uid is the first one. */
    private static String stored(String answered) {
        try {
            ObjectNode object = (ObjectNode) JSON.readTree(answered);
            ((ObjectNode) object.path("metadata")).remove("resourceVersion");
            ObjectNode ordered = JSON.createObjectNode();
            for (String first : List.of("apiVersion", "kind", "metadata")) {
                JsonNode value = object.remove(first);
                ordered.set(first, value);
            }
            ordered.setAll(object);
            return ordered.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON: " + answered, e);
        }
    }
}
