package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.qos.batchresource.BatchLimitRules;
import io.koordbridge.koordlet.qos.batchresource.BatchLimits;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceStrategy;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
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
            // A runtime hook does not see the pod's spec.
            ((ObjectNode) named.get("pod")).putObject("spec");
        }
        KernelCase kernel = new KernelCase(named);
        Optional<NodeFacts> node = kernel.node();
        Optional<SuppressSettings> settings = Samples.nodeSlo(input).flatMap(NodeSlo::suppress);
        PodInfo pod = KernelCase.pods(Json.MAPPER.createArrayNode().add(named.get("pod")))
                .get(0);
        ObjectNode out = Json.MAPPER.createObjectNode();
        double ratio = BatchLimitRules.NO_RATIO;
        try {
            ratio = BatchLimitRules.ratio(node.map(NodeFacts::normalizationRatio), ratio);
        } catch (IllegalArgumentException e) {
            out.put("nodeRuleError", true);
        }
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

    private static ObjectNode values(BatchLimits.Values values) {
        return Json.MAPPER
                .createObjectNode()
                .put("cpuShares", values.cpuShares())
                .put("cfsQuotaUs", values.quotaMicros())
                .put("memoryLimitBytes", values.memoryLimitBytes());
    }
}
