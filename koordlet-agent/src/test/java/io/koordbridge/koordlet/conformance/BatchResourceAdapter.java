package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NormalizationRatio;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.qos.batchresource.BatchLimitRules;
import io.koordbridge.koordlet.qos.batchresource.BatchLimits;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceStrategy;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.List;
import java.util.Optional;

public final class BatchResourceAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/batch-resource";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode named = input.deepCopy();
        if (input.path("mode").asText().equals("runtimeHook")) {
            specOfTheAnnotation((ObjectNode) named.get("pod"));
        }
        KernelCase kernel = new KernelCase(named);
        Optional<NodeFacts> node = kernel.node();
        Optional<SuppressSettings> settings = Samples.nodeSlo(input).flatMap(NodeSlo::suppress);
        PodInfo pod = KernelCase.pods(Json.MAPPER.createArrayNode().add(named.get("pod")))
                .get(0);
        ObjectNode out = Json.MAPPER.createObjectNode();
        double ratio =
                NormalizationRatio.next(node, BatchLimitRules.NO_RATIO, problem -> out.put("nodeRuleError", true));
        boolean quotaOnTier = settings.filter(SuppressSettings::enabled)
                .map(found -> found.method() == SuppressMethod.CFS_QUOTA)
                .orElse(false);
        Optional<BatchLimits> limits = BatchLimitRules.limits(pod, new BatchLimitRules.NodeRule(quotaOnTier, ratio));
        out.set("pod", limits.map(found -> values(found.pod())).orElse(Json.MAPPER.createObjectNode()));
        ObjectNode containers = out.putObject("containers");
        for (JsonNode container : input.path("pod").path("spec").path("containers")) {
            String name = container.path("name").asText();
            BatchLimits.Values found =
                    limits.map(all -> all.containers().get(name)).orElse(null);
            containers.set(name, found == null ? Json.MAPPER.createObjectNode() : values(found));
        }
        if (input.has("files")) {
            BatchResourceStrategy strategy = new BatchResourceStrategy();
            NodeSnapshot snapshot = kernel.snapshot(Samples.nodeSlo(input), Optional.empty(), List.of(pod));
            kernel.executor.carryOut(strategy.step(snapshot, strategy.initial()).levels());
            out.set("changedFiles", kernel.changedFiles());
        }
        return out;
    }

    /** A runtime hook does not see the pod's spec, but what the webhook copied from it; the agent sees the spec. */
    private static void specOfTheAnnotation(ObjectNode pod) {
        ArrayNode containers = pod.putObject("spec").putArray("containers");
        annotation(pod)
                .path("containers")
                .properties()
                .forEach(one -> containers.addObject().put("name", one.getKey()).set("resources", one.getValue()));
    }

    private static JsonNode annotation(ObjectNode pod) {
        try {
            return Json.MAPPER.readTree(pod.path("metadata")
                    .path("annotations")
                    .path(Annotations.POD_EXTENDED_RESOURCE_SPEC)
                    .asText("{}"));
        } catch (JsonProcessingException e) {
            return Json.MAPPER.createObjectNode();
        }
    }

    private static ObjectNode values(BatchLimits.Values values) {
        return Json.MAPPER
                .createObjectNode()
                .put("cpuShares", values.cpuShares())
                .put("cfsQuotaUs", values.quotaMicros())
                .put("memoryLimitBytes", values.memoryLimitBytes());
    }
}
