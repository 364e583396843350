package io.koordbridge.yarnoperator.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

/** {@code yarn/convert} with the reference profile. */
public final class ConvertSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "yarn/convert";
    }

    @Override
    public JsonNode run(JsonNode input) {
        BatchAmount batch = new BatchAmount(
                Quantities.value(new Quantity(input.path("batchCpu").asText())),
                Quantities.value(new Quantity(input.path("batchMemory").asText())));
        YarnAmount yarn = YarnConversion.REFERENCE.toYarn(batch);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("vcores", yarn.vcores());
        out.put("memoryMB", yarn.memoryMb());
        out.put("vcoresOnTheWire", (int) yarn.vcores());
        return out;
    }
}
