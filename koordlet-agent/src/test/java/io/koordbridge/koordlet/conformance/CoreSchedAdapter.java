package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.coresched.CoreSchedRule;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

public final class CoreSchedAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/core-sched";
    }

    @Override
    public JsonNode run(JsonNode input) {
        CoreSchedRule rule = Samples.nodeSlo(input)
                .map(NodeSlo::effective)
                .map(CoreSchedRule::of)
                .orElse(CoreSchedRule.NONE);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("enabled", rule.enabled());
        ObjectNode pods = out.putObject("pods");
        for (JsonNode one : input.path("pods")) {
            PodInfo pod = PodInfos.of(RecordedPods.stored(one), problem -> {});
            JsonNode labels = one.path("metadata").path("labels");
            CoreSchedRule.OfPod found = rule.ofPod(
                    pod.labelQos(),
                    pod.kubeQos(),
                    pod.uid(),
                    labels.path(CoreSchedRule.GROUP_LABEL).asText(""),
                    labels.path(CoreSchedRule.POLICY_LABEL).asText(""));
            pods.putObject(pod.name()).put("enabled", found.enabled()).put("group", found.group());
        }
        out.putObject("kubeQoSCpuIdle")
                .put("Guaranteed", rule.idle(KubeQos.GUARANTEED))
                .put("Burstable", rule.idle(KubeQos.BURSTABLE))
                .put("BestEffort", rule.idle(KubeQos.BEST_EFFORT));
        return out;
    }
}
