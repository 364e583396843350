package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.scheduler.place.balance.FitPlusScorer;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.Map;

/** Suite scheduler-numa/fit-plus-score. */
public final class FitPlusScoreSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/fit-plus-score";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ScoredCase given = new ScoredCase(input);
        PodShape pod = given.shape();
        Map<String, FitPlusScorer.Rule> rules =
                Json.MAPPER.convertValue(input.path("args").path("resources"), new TypeReference<>() {});
        return given.answer((node, answer) -> answer.put("score", FitPlusScorer.score(pod, node, rules)));
    }
}
