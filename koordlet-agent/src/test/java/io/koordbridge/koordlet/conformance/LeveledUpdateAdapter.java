package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;

public final class LeveledUpdateAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/leveled-update";
    }

    @Override
    public List<String> tags(JsonNode input) {
        List<JsonNode> updates = new ArrayList<>();
        input.path("rounds").forEach(round -> round.path("levels").forEach(level -> level.forEach(updates::add)));
        return new KernelCase(input).heldTag(updates);
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.advance(round.path("advanceMs"));
            List<List<Intent>> levels = new ArrayList<>();
            for (JsonNode level : round.path("levels")) {
                List<Intent> intents = new ArrayList<>();
                level.forEach(one -> intents.add(intent(one)));
                levels.add(intents);
            }
            kernel.executor.carryOut(levels);
            rounds.addObject().set("writes", kernel.writes());
        }
        out.set("changedFiles", kernel.changedFiles());
        return out;
    }

    private static Intent intent(JsonNode given) {
        CgroupUpdate update = new CgroupUpdate(
                Knob.ofName(given.path("resource").asText()).orElseThrow(),
                given.path("dir").asText(),
                given.path("value").asText(),
                "test");
        return new Intent(update, Intent.Check.REMEMBERED, null);
    }
}
