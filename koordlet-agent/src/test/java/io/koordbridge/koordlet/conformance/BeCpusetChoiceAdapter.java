package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.koordlet.qos.suppress.CpuChoice;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.List;

public final class BeCpusetChoiceAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/be-cpuset-choice";
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<Integer> chosen = CpuChoice.choose(
                new KernelCase(input).processors(), input.path("need").asInt());
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.set("chosenInOrder", Json.MAPPER.valueToTree(chosen));
        return out.put("cpuset", CpuSet.of(chosen).format());
    }
}
