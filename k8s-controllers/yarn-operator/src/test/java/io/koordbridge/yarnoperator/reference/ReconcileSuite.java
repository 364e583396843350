package io.koordbridge.yarnoperator.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.reference.ReferenceRule.Cluster;
import io.koordbridge.yarnoperator.reference.ReferenceRule.Outcome;
import io.koordbridge.yarnoperator.reference.ReferenceRule.UpdateCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code yarn/reconcile}: the model of the reference over the conversions and the annotation that ship. */
public final class ReconcileSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "yarn/reconcile";
    }

    @Override
    public String heldBy() {
        return "a model in test code: what ships has the lease protocol instead";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Node node = input.path("node").isObject() ? Json.as(input.path("node"), Node.class) : null;
        List<Pod> pods = new ArrayList<>();
        input.path("pods").forEach(pod -> pods.add(Json.as(pod, Pod.class)));
        Map<String, Cluster> clusters = new HashMap<>();
        input.path("clusters").properties().forEach(entry -> clusters.put(entry.getKey(), cluster(entry.getValue())));

        Outcome outcome = ReferenceRule.reconcile(node, pods, clusters);

        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("error", outcome.error());
        out.put("requeue", outcome.error());
        ArrayNode calls = out.putArray("updateCalls");
        outcome.updates().forEach(call -> calls.add(tree(call)));
        if (node != null) {
            annotation(node, outcome, out);
        }
        return out;
    }

    private static void annotation(Node node, Outcome outcome, ObjectNode out) {
        ThirdPartyAllocations after = outcome.allocations();
        if (after == null) {
            after = AnnotationCodec.read(node, Annotations.NODE_THIRD_PARTY_ALLOCATIONS, ThirdPartyAllocations.class)
                    .orElse(null);
        }
        out.put("thirdPartyAllocationsPresent", after != null);
        if (after != null) {
            out.set("thirdPartyAllocations", Json.tree(after));
        }
    }

    private static ObjectNode tree(UpdateCall call) {
        ObjectNode one = Json.MAPPER.createObjectNode();
        one.put("cluster", call.cluster());
        one.put("host", call.host());
        one.put("port", call.port());
        one.put("vcores", call.vcores());
        one.put("memoryMB", call.memoryMb());
        one.put("overCommitTimeoutSent", false);
        return one;
    }

    private static Cluster cluster(JsonNode node) {
        Map<String, YarnAmount> used = new HashMap<>();
        for (JsonNode report : node.path("nodeReports")) {
            if ("RUNNING".equals(report.path("state").asText())) {
                used.put(
                        report.path("host").asText() + "-" + report.path("port").asInt(),
                        new YarnAmount(
                                report.path("usedVcores").asLong(),
                                report.path("usedMemoryMB").asLong()));
            }
        }
        return new Cluster(used, node.path("rejectUpdate").asBoolean());
    }
}
