package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.scheduler.place.balance.ScarceResourceScorer;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.List;

/** Suite scheduler-numa/scarce-resource-score. */
public final class ScarceResourceScoreSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/scarce-resource-score";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ScoredCase given = new ScoredCase(input);
        PodShape pod = given.shape();
        List<String> scarce = Json.MAPPER.convertValue(input.path("args").path("resources"), new TypeReference<>() {});
        return given.answer((node, answer) -> answer.put("score", ScarceResourceScorer.score(pod, node, scarce)));
    }
}
