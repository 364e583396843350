package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.scheduler.numa.NumaArgs;
import io.koordbridge.scheduler.numa.NumaDemand;
import io.koordbridge.scheduler.numa.NumaPlanner;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.testkit.conformance.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** Suite scheduler-numa/preemption-fit. */
public final class PreemptionFitSuite extends NumaSuite {

    public PreemptionFitSuite() {
        super("preemption-fit");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaArgs args = NumaCase.args(input);
        NumaDemand demand =
                NumaCase.demand(NumaCase.pod(input.path("pod")), args).demand();
        Map<String, Pod> all = NumaCase.pods(input.path("pods"));
        Map<String, Pod> kept = new LinkedHashMap<>(all);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.set("filterBefore", NumaCase.status(fits(input, demand, kept, args)));
        input.path("potentialVictims").forEach(name -> kept.remove(name.asText()));
        FitResult without = fits(input, demand, kept, args);
        answer.set("filterWithoutVictims", NumaCase.status(without));
        if (without.fits()) {
            ArrayNode victims = answer.putArray("victims");
            for (JsonNode name : input.path("reprieveOrder")) {
                kept.put(name.asText(), all.get(name.asText()));
                if (!fits(input, demand, kept, args).fits()) {
                    kept.remove(name.asText());
                    victims.add(name.asText());
                }
            }
        }
        return answer;
    }

    private static FitResult fits(JsonNode input, NumaDemand demand, Map<String, Pod> pods, NumaArgs args) {
        return NumaPlanner.place(demand, NumaCase.node(input, pods.values()), args)
                .verdict();
    }
}
