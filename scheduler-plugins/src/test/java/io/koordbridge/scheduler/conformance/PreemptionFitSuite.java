package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDemand;
import io.koordbridge.scheduler.place.numa.NumaPlanner;
import io.koordbridge.scheduler.preempt.verb.VictimSearch;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.set("filterBefore", NumaCase.status(fits(input, demand, all, Set.of(), args)));
        Set<String> potential = new LinkedHashSet<>();
        input.path("potentialVictims").forEach(name -> potential.add(name.asText()));
        List<String> order = new ArrayList<>();
        input.path("reprieveOrder").forEach(name -> order.add(name.asText()));
        FitResult without = fits(input, demand, all, potential, args);
        answer.set("filterWithoutVictims", NumaCase.status(without));
        VictimSearch.victims(
                        List.of(),
                        order,
                        gone -> fits(input, demand, all, gone, args).fits())
                .ifPresent(victims -> {
                    ArrayNode list = answer.putArray("victims");
                    victims.forEach(list::add);
                });
        return answer;
    }

    private static FitResult fits(
            JsonNode input, NumaDemand demand, Map<String, Pod> all, Set<String> gone, NumaArgs args) {
        Map<String, Pod> pods = new LinkedHashMap<>(all);
        pods.keySet().removeAll(gone);
        return NumaPlanner.place(demand, NumaCase.node(input, pods.values()), args)
                .verdict();
    }
}
