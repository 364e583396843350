package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.UpdateResult;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

public final class CgroupWriteAdapter implements SuiteAdapter {

    /** Of these the reference makes no update; ours are written by no strategy. */
    private static final Set<String> READ_ONLY = Set.of(
            "cpu.stat",
            "cpuacct.usage",
            "cpuacct.stat",
            "cpu.pressure",
            "memory.pressure",
            "io.pressure",
            "memory.usage_in_bytes",
            "memory.stat",
            "memory.numa_stat",
            "memory.idle_page_stats");

    @Override
    public String suite() {
        return "koordlet/cgroup-write";
    }

    @Override
    public List<String> tags(JsonNode input) {
        List<JsonNode> updates = new ArrayList<>();
        input.path("steps").forEach(step -> step.path("updates").forEach(updates::add));
        return new KernelCase(input).heldTag(updates);
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        ArrayNode steps = Json.MAPPER.createArrayNode();
        for (JsonNode step : input.path("steps")) {
            kernel.advance(step.path("advanceMs"));
            kernel.putFiles(step.path("outsideWrites"));
            ArrayNode results = Json.MAPPER.createArrayNode();
            step.path("updates").forEach(update -> results.add(result(kernel, step, update)));
            ObjectNode out = steps.addObject();
            out.set("results", results);
            out.set("writes", kernel.writes());
        }
        ObjectNode outcome = Json.MAPPER.createObjectNode();
        outcome.set("steps", steps);
        outcome.set("changedFiles", kernel.changedFiles());
        return outcome;
    }

    private static ObjectNode result(KernelCase kernel, JsonNode step, JsonNode given) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        Optional<Knob<?>> resource = Knob.ofName(given.path("resource").asText());
        if (resource.isEmpty()
                || READ_ONLY.contains(resource.get().name())
                || resource.get().fileName(kernel.tree.version()).isEmpty()) {
            return out.put("error", "any");
        }
        CgroupUpdate update = new CgroupUpdate(
                resource.get(), given.path("dir").asText(), given.path("value").asText(), "test");
        UpdateResult result =
                step.path("cacheable").asBoolean() ? kernel.executor.update(update) : kernel.executor.updateNow(update);
        out.put("updated", result.updated());
        if (result.failed()) {
            out.put("error", "any");
        }
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        // Only that there is an error is recorded; its text is free.
        JsonNode normalized = expect.deepCopy();
        for (JsonNode step : normalized.path("steps")) {
            for (JsonNode result : step.path("results")) {
                if (result.has("error")) {
                    ((ObjectNode) result).put("error", "any");
                }
            }
        }
        return Json.difference(normalized, actual, 1e-9);
    }
}
