package io.koordbridge.yarnoperator.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;

/** {@code yarn/annotation}. */
public final class AnnotationSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "yarn/annotation";
    }

    @Override
    public JsonNode run(JsonNode input) {
        String existing =
                input.path("existing").isTextual() ? input.path("existing").asText() : null;
        ThirdPartyEntries before = ThirdPartyEntries.read("n", existing);
        BatchAmount amount = YarnConversion.REFERENCE.toBatch(new YarnAmount(
                input.path("vcores").asLong(), input.path("memoryMB").asLong()));
        String written = AnnotationCodec.write(before.withYarn(amount));
        ThirdPartyEntries after = ThirdPartyEntries.read("n", written);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("error", false);
        out.put("batchSumBeforeError", before.problem() != null);
        if (existing != null && before.problem() == null) {
            out.set("batchSumBefore", Json.tree(before.batchSum()));
        }
        out.set("batchSumAfter", Json.tree(after.batchSum()));
        after.yarn().map(ThirdPartyAllocation::resources).ifPresent(ours -> out.set("yarnAllocated", Json.tree(ours)));
        out.set("thirdPartyAllocations", read(written));
        return out;
    }

    private static JsonNode read(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException("wrote text that is not JSON: " + text, e);
        }
    }
}
