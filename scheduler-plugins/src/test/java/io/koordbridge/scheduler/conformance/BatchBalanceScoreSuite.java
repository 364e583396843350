package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.koordbridge.scheduler.place.balance.BalanceScorer;
import io.koordbridge.scheduler.place.fit.ResourceFit;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.List;

/** Suite scheduler-numa/batch-balance-score. */
public final class BatchBalanceScoreSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/batch-balance-score";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ScoredCase given = new ScoredCase(input);
        PodShape pod = given.shape();
        BalanceScorer.Config config = Json.MAPPER.convertValue(input.path("args"), BalanceScorer.Config.class);
        return given.answer((node, answer) -> {
            List<String> reasons =
                    ResourceFit.shortages(
                                    pod.request(),
                                    node.allocatable(),
                                    node.requested(),
                                    pod.request().names())
                            .stream()
                            .map(ResourceFit.Shortage::reason)
                            .sorted()
                            .toList();
            answer.put("fits", reasons.isEmpty());
            if (reasons.isEmpty()) {
                answer.put("score", BalanceScorer.score(pod, node, config));
            } else {
                ArrayNode list = answer.putArray("reasons");
                reasons.forEach(list::add);
            }
        });
    }
}
