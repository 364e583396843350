package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.place.numa.HintMerge;
import io.koordbridge.scheduler.place.numa.NumaHint;
import io.koordbridge.scheduler.place.numa.NumaSearch;
import io.koordbridge.scheduler.place.numa.ResourceHints;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Suite scheduler-numa/hint-merge. */
public final class HintMergeSuite extends NumaSuite {

    public HintMergeSuite() {
        super("hint-merge");
    }

    @Override
    public JsonNode run(JsonNode input) {
        Map<Integer, NumaUsage.Status> status = new HashMap<>();
        int id = 0;
        for (JsonNode one : input.path("numaNodeStatus")) {
            status.put(id++, NumaUsage.Status.valueOf(one.asText().toUpperCase(Locale.ROOT)));
        }
        List<ResourceHints> resources = new ArrayList<>();
        for (JsonNode provider : input.path("providers")) {
            if (provider.path("resources").isArray()) {
                provider.path("resources").forEach(one -> resources.add(hints(one)));
            } else {
                resources.add(new ResourceHints("", null));
            }
        }
        NumaPolicy policy = NumaPolicy.ofName(input.path("policy").asText()).orElseThrow();
        HintMerge.Outcome outcome = HintMerge.merge(
                policy,
                NumaSearch.of(set(input.path("numaNodes")), policy),
                status,
                input.path("exclusivePolicy").asText("").equals("Required"),
                resources);
        ObjectNode answer = Json.MAPPER.createObjectNode().put("admit", outcome.admitted());
        if (!outcome.admitted()) {
            NumaCase.reasons(answer, outcome.reasons().stream().sorted().toList());
            return answer;
        }
        answer.set("affinity", NumaCase.ids(outcome.best().nodes()));
        return answer.put("preferred", outcome.best().preferred())
                .put("score", outcome.best().score());
    }

    private static ResourceHints hints(JsonNode one) {
        if (!one.path("hints").isArray()) {
            return new ResourceHints(one.path("resource").asText(), null);
        }
        List<NumaHint> hints = new ArrayList<>();
        for (JsonNode hint : one.path("hints")) {
            hints.add(new NumaHint(
                    hint.path("affinity").isArray() ? set(hint.path("affinity")) : null,
                    hint.path("preferred").asBoolean(),
                    hint.path("unsatisfied").asBoolean(),
                    hint.path("score").asLong()));
        }
        return new ResourceHints(one.path("resource").asText(), hints);
    }

    private static NumaSet set(JsonNode ids) {
        List<Integer> list = new ArrayList<>();
        ids.forEach(one -> list.add(one.asInt()));
        return NumaSet.of(list);
    }
}
