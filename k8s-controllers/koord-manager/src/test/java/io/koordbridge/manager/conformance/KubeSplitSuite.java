package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Optional;

/** {@code yarn/kube-split}: what pods get when others hold a part. */
public final class KubeSplitSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "yarn/kube-split";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Node node = Json.as(input.get("node"), Node.class);
        JsonNode calculated = input.path("calculated");
        boolean reset =
                input.path("reset").asBoolean() || calculated.path("reset").asBoolean();
        JsonNode cpu = calculated.get("batchCpu");
        JsonNode memory = calculated.get("batchMemory");
        String ratio = input.path("cpuNormalizationRatio")
                .asText(calculated.path("cpuNormalizationRatio").asText(""));
        BatchResourceSuite.Prepared prepared = BatchResourceSuite.Prepared.of(
                node,
                reset || cpu == null ? null : cpu.asLong(),
                reset || memory == null ? null : memory.asLong(),
                ratio);

        ObjectNode out = Json.MAPPER.createObjectNode();
        boolean offered = prepared.split().offered();
        if (offered && cpu != null) {
            long milli = Rounding.divAwayFromZero(prepared.split().podsMicroCpu(), 1000);
            out.put("allocatableBatchMilliCpu", milli).put("capacityBatchMilliCpu", milli);
        }
        if (offered && memory != null) {
            long bytes = Rounding.divAwayFromZero(prepared.split().podsMilliBytes(), 1000);
            out.put("allocatableBatchMemoryBytes", bytes).put("capacityBatchMemoryBytes", bytes);
        }
        out.set("originExtendedAllocatable", prepared.origin());
        out.put("error", prepared.error());
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return VectorTrees.difference(expect, actual, field -> field.equals("resources"));
    }
}
