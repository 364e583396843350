package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDecision;
import io.koordbridge.scheduler.place.numa.NumaNode;
import io.koordbridge.scheduler.place.numa.NumaPlanner;
import io.koordbridge.testkit.conformance.Json;

/** Suite scheduler-numa/amplification-filter. */
public final class AmplificationFilterSuite extends NumaSuite {

    public AmplificationFilterSuite() {
        super("amplification-filter");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaArgs args = NumaCase.args(input);
        NumaNode node = NumaCase.node(input, NumaCase.pods(input.path("pods")).values());
        NumaDecision decision = NumaCase.demand(NumaCase.pod(input.path("pod")), args);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.put("nodeRequestedMilliCPU", node.requested().get("cpu"));
        answer.put("nodeAllocatedCPUSetCount", node.usage().cpus().byCpu().size());
        answer.set("preFilter", NumaCase.status(decision));
        if (decision.demand() != null) {
            answer.set(
                    "filter",
                    NumaCase.status(
                            NumaPlanner.place(decision.demand(), node, args).verdict()));
        }
        return answer;
    }
}
