package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDecision;
import io.koordbridge.scheduler.place.numa.NumaNode;
import io.koordbridge.scheduler.place.numa.NumaPlanner;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.testkit.conformance.Json;
import java.util.List;

/** Suite scheduler-numa/topology-hints. */
public final class TopologyHintsSuite extends NumaSuite {

    public TopologyHintsSuite() {
        super("topology-hints");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaArgs args = NumaCase.args(input);
        NumaNode node = NumaCase.node(input, NumaCase.pods(input.path("pods")).values());
        NumaDecision decision = NumaCase.demand(NumaCase.pod(input.path("pod")), args);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        if (decision.demand() == null) {
            answer.set("preFilter", NumaCase.status(decision));
            return answer;
        }
        if (node.usage().topology().zones().isEmpty()) {
            answer.set(
                    "status",
                    NumaCase.status(
                            new FitResult(FitCode.UNSCHEDULABLE, List.of("node(s) Insufficient NUMA Node resources"))));
            return answer;
        }
        FitResult verdict = NumaPlanner.place(decision.demand(), node, args).verdict();
        if (verdict.message().equals("the requested CPUs must be integer")) {
            answer.set("status", NumaCase.status(verdict));
            return answer;
        }
        answer.set("status", NumaCase.status(FitResult.FITS));
        ObjectNode hints = answer.putObject("hints");
        NumaPlanner.hints(decision.demand(), node, args).forEach(resource -> {
            ArrayNode list = hints.putArray(resource.resource());
            resource.hints().forEach(hint -> {
                ObjectNode one = list.addObject();
                one.set("affinity", NumaCase.ids(hint.nodes()));
                one.put("preferred", hint.preferred()).put("score", hint.score());
            });
        });
        return answer;
    }
}
