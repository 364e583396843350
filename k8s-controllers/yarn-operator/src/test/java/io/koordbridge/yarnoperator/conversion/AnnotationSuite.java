package io.koordbridge.yarnoperator.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.binding.Absent;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;
import java.util.TreeMap;

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
        ThirdPartyEntries before = ShownEntries.of(existing);
        BatchAmount amount = YarnConversion.DEFAULT.toBatch(new YarnAmount(
                input.path("vcores").asLong(), input.path("memoryMB").asLong()));
        String written = AnnotationCodec.write(before.withYarn(amount));
        ThirdPartyEntries after = ShownEntries.of(written);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("error", false);
        out.put("batchSumBeforeError", before.problem() != null);
        if (existing != null && before.problem() == null) {
            out.set("batchSumBefore", Json.tree(batchSum(before.shown())));
        }
        out.set("batchSumAfter", Json.tree(batchSum(after.shown())));
        after.shown().entries().stream()
                .filter(one -> WellKnown.YARN_ALLOCATION_NAME.equals(one.name()))
                .findFirst()
                .map(ThirdPartyAllocation::resources)
                .ifPresent(ours -> out.set("yarnAllocated", Json.tree(ours)));
        out.set("thirdPartyAllocations", read(written));
        return out;
    }

    private static Map<String, Quantity> batchSum(ThirdParties entries) {
        Map<String, Quantity> sum = new TreeMap<>();
        for (ThirdPartyAllocation entry : entries.batch()) {
            Absent.orEmpty(entry.resources())
                    .forEach((name, quantity) -> sum.merge(
                            name,
                            ExactQuantity.of(quantity).toQuantity(),
                            (one, other) -> ExactQuantity.of(one)
                                    .plus(ExactQuantity.of(other))
                                    .toQuantity()));
        }
        return sum;
    }

    private static JsonNode read(String text) {
        try {
            return Json.MAPPER.readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException("wrote text that is not JSON: " + text, e);
        }
    }
}
