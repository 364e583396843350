package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.numa.CpuBinding;
import io.koordbridge.scheduler.place.numa.NumaAnnotations;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDecision;
import io.koordbridge.scheduler.place.numa.NumaNode;
import io.koordbridge.scheduler.place.numa.NumaPlacement;
import io.koordbridge.scheduler.place.numa.NumaPlanner;
import io.koordbridge.testkit.conformance.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Suite scheduler-numa/node-sequence. */
public final class NodeSequenceSuite extends NumaSuite {

    public NodeSequenceSuite() {
        super("node-sequence");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaArgs args = NumaCase.args(input);
        JsonNode topology = input.path("nodeResourceTopology");
        Map<String, Pod> placed = new LinkedHashMap<>();
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode steps = answer.putArray("steps");
        for (JsonNode op : input.path("ops")) {
            switch (op.path("op").asText()) {
                case "schedule" ->
                    steps.add(schedule(NumaCase.pod(op.path("pod")), input.path("node"), topology, placed, args));
                case "delete" -> {
                    placed.remove(op.path("name").asText());
                    steps.addObject().put("deleted", true);
                }
                default -> {
                    topology = op.path("nodeResourceTopology");
                    steps.addObject().put("updated", true);
                }
            }
        }
        answer.set("final", end(NumaCase.node(input.path("node"), topology, placed.values())));
        return answer;
    }

    private static ObjectNode schedule(
            Pod pod, JsonNode nodeTree, JsonNode topology, Map<String, Pod> placed, NumaArgs args) {
        ObjectNode step = Json.MAPPER.createObjectNode();
        NumaDecision decision = NumaCase.demand(pod, args);
        if (decision.outcome() == NumaDecision.Outcome.REFUSED || decision.outcome() == NumaDecision.Outcome.ERROR) {
            step.put("placed", false).put("failedAt", "preFilter").set("status", NumaCase.status(decision));
            return step;
        }
        NumaNode node = NumaCase.node(nodeTree, topology, placed.values());
        if (decision.demand() == null) {
            placed.put(pod.getMetadata().getName(), pod);
            return step.put("placed", true);
        }
        NumaPlacement placement = NumaPlanner.place(decision.demand(), node, args);
        if (!placement.verdict().fits()) {
            step.put("placed", false).put("failedAt", "filter").set("status", NumaCase.status(placement.verdict()));
            return step;
        }
        CpuBinding binding =
                CpuBinding.of(decision.demand(), node.facts(), node.usage().topology());
        Map<String, String> annotations = NumaAnnotations.of(PodNumaReader.read(pod), binding, placement);
        placed.put(
                pod.getMetadata().getName(),
                new PodBuilder(pod)
                        .editMetadata()
                        .addToAnnotations(annotations)
                        .endMetadata()
                        .build());
        step.put("placed", true);
        if (placement.decided()) {
            step.set("affinity", NumaCase.ids(placement.affinity()));
        }
        step.set("allocation", NumaCase.allocation(placement.holding()));
        return step;
    }

    private static ObjectNode end(NumaNode node) {
        ObjectNode end = Json.MAPPER.createObjectNode();
        Map<String, Double> ratios = node.facts().ratios().amplification();
        end.put("availableCPUs", node.usage().availableCpus().format());
        end.set("availableNUMANodeResources", NumaCase.quantities(node.usage().available(ratios)));
        Map<Integer, ResourceVector> allocated = new TreeMap<>();
        for (int id : node.usage().allocated().byNode().keySet()) {
            allocated.put(id, node.usage().allocated(id, ratios));
        }
        end.set("allocatedNUMANodeResources", NumaCase.quantities(NumaQuantities.of(allocated)));
        ArrayNode status = end.putArray("numaNodeStatus");
        node.usage()
                .topology()
                .zones()
                .byNode()
                .keySet()
                .forEach(id -> status.add(node.usage().status(id).name().toLowerCase(Locale.ROOT)));
        return end;
    }
}
