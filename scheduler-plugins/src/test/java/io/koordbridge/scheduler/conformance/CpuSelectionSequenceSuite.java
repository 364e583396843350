package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.facts.cpus.CpuChoice;
import io.koordbridge.scheduler.facts.cpus.CpuHolding;
import io.koordbridge.scheduler.facts.cpus.HeldCpus;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Suite scheduler-numa/cpu-selection-sequence. */
public final class CpuSelectionSequenceSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/cpu-selection-sequence";
    }

    @Override
    public JsonNode run(JsonNode input) {
        CpuCase machine = new CpuCase(input);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode steps = answer.putArray("steps");
        Map<String, CpuSet> placed = new HashMap<>();
        HeldCpus held = HeldCpus.NONE;
        for (JsonNode op : input.path("ops")) {
            if (op.has("release")) {
                String name = op.path("release").asText();
                CpuSet cpus = placed.remove(name);
                held = cpus == null ? held : CpuCase.without(held, cpus);
                steps.addObject().put("released", name);
            } else {
                JsonNode request = op.path("allocate");
                CpuChoice choice = machine.choose(held, request);
                CpuSet cpus = choice.cpus();
                if (cpus != null) {
                    held = held.plus(cpus, request.path("exclusivePolicy").asText(""));
                    placed.put(request.path("name").asText(), cpus);
                }
                steps.add(CpuCase.answer(choice));
            }
        }
        answer.put("availableCPUs", machine.available(held).format());
        groups(held, answer.putArray("allocatedCPUs"));
        return answer;
    }

    private static void groups(HeldCpus held, ArrayNode groups) {
        SortedMap<CpuHolding, TreeSet<Integer>> cpus =
                new TreeMap<>(Comparator.comparingInt(CpuHolding::refCount).thenComparing(CpuHolding::exclusivePolicy));
        held.byCpu()
                .forEach((cpu, holding) ->
                        cpus.computeIfAbsent(holding, any -> new TreeSet<>()).add(cpu));
        cpus.forEach((holding, ids) -> groups.addObject()
                .put("cpus", CpuSet.of(ids).format())
                .put("exclusivePolicy", holding.exclusivePolicy())
                .put("refCount", holding.refCount()));
    }
}
