package io.koordbridge.koordlet.qos.memory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.conformance.RecordedPods;
import io.koordbridge.koordlet.conformance.Samples;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

public final class MemoryQosAdapter implements SuiteAdapter {

    private static final Map<KubeQos, String> NAMES =
            Map.of(KubeQos.GUARANTEED, "Guaranteed", KubeQos.BURSTABLE, "Burstable", KubeQos.BEST_EFFORT, "BestEffort");

    @Override
    public String suite() {
        return "koordlet/memory-qos";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode groups = out.putObject("qosLevel");
        ObjectNode pods = out.putObject("podLevel");
        ObjectNode containers = out.putObject("containerLevel");
        Optional<NodeSlo> slo = Samples.nodeSlo(input);
        JsonNode node = input.path("node");
        if (slo.isEmpty() || !node.isObject()) {
            return out;
        }
        boolean second = input.path("cgroupVersion").asInt(1) == 2;
        CgroupVersion version = second ? CgroupVersion.V2 : CgroupVersion.V1;
        MemoryPlan plan = plan(input, slo.get(), NodeFacts.of(Json.as(node, Node.class), null, problem -> {}));
        plan.groups().forEach((tier, values) -> groups.set(NAMES.get(tier), texts(values, version)));
        plan.pods().forEach(one -> {
            pods.set(one.pod().name(), texts(one.values(), version));
            one.containers()
                    .forEach((name, values) -> containers.set(one.pod().name() + "/" + name, texts(values, version)));
        });
        return out;
    }

    private static MemoryPlan plan(JsonNode input, NodeSlo slo, NodeFacts node) {
        OverrideKeys keys = new OverrideKeys(Set.of(MemoryOverride.KEY));
        List<PodInfo> pods = new ArrayList<>();
        input.path("pods").forEach(pod -> pods.add(PodInfos.of(RecordedPods.stored(pod), keys, problem -> {})));
        MemoryClasses classes = MemoryClasses.of(slo.qos(), MemoryClasses.OFF, problem -> {});
        CgroupDriver driver =
                input.path("cgroupDriver").asText().equals("systemd") ? CgroupDriver.SYSTEMD : CgroupDriver.CGROUPFS;
        return MemoryPlan.of(
                new MemoryPlan.Basis(pods, classes, node.allocatable().bytes(), Set.of()), new CgroupPaths(driver));
    }

    private static ObjectNode texts(Map<Knob<Long>, Long> values, CgroupVersion version) {
        ObjectNode texts = Json.MAPPER.createObjectNode();
        values.forEach((knob, value) -> {
            if (knob.fileName(version).isPresent()) {
                texts.put(knob.name().substring("memory.".length()), Long.toString(value));
            }
        });
        return texts;
    }
}
