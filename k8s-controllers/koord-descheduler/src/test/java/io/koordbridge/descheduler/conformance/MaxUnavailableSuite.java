package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.descheduler.decide.workload.AllowedPods;
import io.koordbridge.descheduler.decide.workload.IntOrPercent;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** {@code descheduler/max-unavailable}: pods of a workload that may be away. */
public final class MaxUnavailableSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "descheduler/max-unavailable";
    }

    @Override
    public JsonNode run(JsonNode input) {
        OptionalInt allowed = AllowedPods.of(input.path("replicas").asInt(), value(input.path("value")));
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("value", allowed.orElse(0));
        out.put("error", allowed.isEmpty());
        return out;
    }

    private static @Nullable IntOrPercent value(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        return value.isNumber() ? IntOrPercent.of(value.intValue()) : IntOrPercent.of(value.asText());
    }
}
