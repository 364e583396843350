package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.preempt.verb.NodeVictims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Victims of a preemption, by uid or as whole pods. */
@PureCore
final class PreemptReader {

    private PreemptReader() {}

    /**
     * Victims by node.
     *
     * @param byUid field NodeNameToMetaVictims, null or empty when whole pods are sent
     * @param whole field NodeNameToVictims
     */
    static Map<String, NodeVictims> victims(@Nullable JsonNode byUid, @Nullable JsonNode whole) {
        JsonNode nodes = byUid == null || byUid.isEmpty() ? whole : byUid;
        if (nodes == null || !nodes.isObject()) {
            throw WireReader.malformed("neither NodeNameToMetaVictims nor NodeNameToVictims is an object");
        }
        Map<String, NodeVictims> victims = new LinkedHashMap<>();
        nodes.properties().forEach(node -> victims.put(node.getKey(), ofNode(node.getKey(), node.getValue())));
        return victims;
    }

    private static NodeVictims ofNode(String node, JsonNode value) {
        JsonNode pods = WireReader.field(value, "Pods");
        List<String> uids = new ArrayList<>();
        if (pods != null) {
            pods.forEach(pod -> uids.add(uid(node, pod)));
        }
        JsonNode violations = WireReader.field(value, "NumPDBViolations");
        return new NodeVictims(uids, violations == null ? 0 : violations.asLong());
    }

    private static String uid(String node, JsonNode pod) {
        JsonNode uid = WireReader.field(pod, "UID");
        String text = uid == null ? pod.path("metadata").path("uid").asText("") : uid.asText("");
        if (text.isEmpty()) {
            throw WireReader.malformed("a victim on node " + node + " has no uid");
        }
        return text;
    }
}
