package io.koordbridge.koordlet.nodetopology;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.koordlet.conformance.KernelCase;
import io.koordbridge.koordlet.conformance.RecordedPods;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public final class NodeTopologyAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/node-topology";
    }

    @Override
    public List<String> tags(JsonNode input) {
        return RecordedPods.tags(input.path("pods"));
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        try {
            NodeFacts node = NodeFacts.of(Json.as(input.path("node"), Node.class), null, problem -> {});
            if (node.layout().unreadable().isPresent()) {
                throw new IllegalArgumentException("annotation");
            }
            put(
                    TopologyCalculator.of(new TopologyInput(
                            node,
                            KernelCase.pods(input.path("pods")),
                            machine(new KernelCase(input), input),
                            kubelet(input),
                            state(input))),
                    out);
        } catch (IllegalArgumentException e) {
            out.removeAll().put("error", true);
        }
        return out;
    }

    private static MachineFacts machine(KernelCase kernel, JsonNode input) {
        JsonNode cpu = input.path("cpuBasicInfo");
        List<MachineFacts.NumaMemory> memory = new ArrayList<>();
        for (JsonNode kibibytes : input.path("numaMemoryTotalKiB")) {
            memory.add(new MachineFacts.NumaMemory(memory.size(), kibibytes.asLong() * 1024, 0, 0));
        }
        return new MachineFacts(
                kernel.processors(),
                new MachineFacts.CpuModel(
                        cpu.path("cpuModel").asText(),
                        cpu.path("vendorID").asText(),
                        cpu.path("hyperThreadEnabled").asBoolean(),
                        cpu.path("turboEnabled").asBoolean(),
                        cpu.path("catL3CbmMask").asText()),
                memory);
    }

    private static Optional<KubeletSettings> kubelet(JsonNode input) {
        return input.path("disableQueryKubeletConfig").asBoolean()
                ? Optional.empty()
                : Optional.of(KubeletSettings.of(input.path("kubelet")));
    }

    private static Map<String, CpuSet> state(JsonNode input) {
        String text =
                input.path("files").path("/var/lib/kubelet/cpu_manager_state").asText();
        return text.isEmpty() ? Map.of() : CpuManagerState.byPod(read(text));
    }

    private static void put(TopologyFacts facts, ObjectNode out) {
        ObjectNode annotations = out.putObject("annotations");
        facts.annotations().forEach((key, text) -> {
            JsonNode value = read(text);
            if (key.equals(Annotations.NRT_CPU_TOPOLOGY)) {
                annotations.put(key + " (number of CPUs)", value.path("detail").size());
            } else {
                annotations.set(key, value);
            }
        });
        facts.numaReservation().ifPresent(value -> out.putObject("labels").put(Labels.NODE_NUMA_RESERVATION, value));
        out.put("topologyPolicy", facts.policy());
        ArrayNode zones = out.putArray("zones");
        for (Zone zone : facts.zones()) {
            ObjectNode one = zones.addObject().put("name", zone.name()).put("type", zone.type());
            ObjectNode resources = one.putObject("resources");
            for (ZoneResource resource : zone.resources()) {
                if (Quantities.decimal(resource.capacity()).signum() != 0) {
                    resources
                            .putObject(resource.name())
                            .put("capacity", resource.capacity().toString())
                            .put("allocatable", resource.allocatable().toString());
                }
            }
        }
    }

    private static JsonNode read(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
