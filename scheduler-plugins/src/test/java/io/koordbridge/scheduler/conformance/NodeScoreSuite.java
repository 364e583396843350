package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDecision;
import io.koordbridge.scheduler.place.numa.NumaNode;
import io.koordbridge.scheduler.place.numa.NumaPlacement;
import io.koordbridge.scheduler.place.numa.NumaPlanner;
import io.koordbridge.testkit.conformance.Json;

/** Suite scheduler-numa/node-score. */
public final class NodeScoreSuite extends NumaSuite {

    public NodeScoreSuite() {
        super("node-score");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaArgs args = NumaCase.args(input);
        NumaDecision decision = NumaCase.demand(NumaCase.pod(input.path("pod")), args);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        if (decision.outcome() == NumaDecision.Outcome.REFUSED || decision.outcome() == NumaDecision.Outcome.ERROR) {
            answer.set("preFilter", NumaCase.status(decision));
            return answer;
        }
        ArrayNode nodes = answer.putArray("nodes");
        for (JsonNode one : input.path("nodes")) {
            ObjectNode result = nodes.addObject()
                    .put("node", one.path("node").path("metadata").path("name").asText());
            if (decision.demand() == null) {
                result.put("score", 0);
                continue;
            }
            NumaNode node = NumaCase.node(one, NumaCase.pods(one.path("pods")).values());
            NumaPlacement placement = NumaPlanner.place(decision.demand(), node, args);
            result.set("filter", NumaCase.status(placement.verdict()));
            if (placement.verdict().fits()) {
                boolean bestEffort = NumaPlanner.effectivePolicy(
                                        decision.demand(),
                                        node.facts(),
                                        node.usage().topology())
                                .orElseThrow()
                        == NumaPolicy.BEST_EFFORT;
                if (placement.decided() && !bestEffort) {
                    result.set("affinity", NumaCase.ids(placement.affinity()));
                }
                result.put("score", NumaPlanner.score(decision.demand(), node, args, placement));
            }
        }
        return answer;
    }
}
