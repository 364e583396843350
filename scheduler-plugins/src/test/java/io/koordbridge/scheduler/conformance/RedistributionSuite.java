package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaDemand;
import io.koordbridge.scheduler.quota.tree.QuotaSolver;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaState;
import io.koordbridge.scheduler.quota.tree.QuotaTree;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Suite scheduler-quota/redistribution: one level, one resource. */
public final class RedistributionSuite extends QuotaSuite {

    private static final String RESOURCE = "units";

    public RedistributionSuite() {
        super("redistribution");
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<QuotaSpec> quotas = new ArrayList<>();
        Map<String, QuotaDemand> own = new HashMap<>();
        for (JsonNode group : input.path("groups")) {
            String name = group.path("name").asText();
            quotas.add(new QuotaSpec(
                    name,
                    "",
                    WellKnown.ROOT_QUOTA,
                    new QuotaSpec.Tree("", ResourceVector.EMPTY, false),
                    group.path("allowLentResource").asBoolean(),
                    one(Math.max(
                            group.path("min").asLong(), group.path("guarantee").asLong())),
                    one(Long.MAX_VALUE),
                    one(group.path("sharedWeight").asLong()),
                    List.of()));
            own.put(name, QuotaDemand.of(one(group.path("request").asLong()), false, false));
        }
        Map<String, QuotaState> states = QuotaSolver.solve(
                QuotaTree.of(quotas), own, one(input.path("total").asLong()), new QuotaSolver.Settings(false, false));
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ObjectNode runtimes = answer.putObject("runtime");
        own.keySet()
                .forEach(name -> runtimes.put(name, states.get(name).runtime().get(RESOURCE)));
        return answer;
    }

    private static ResourceVector one(long amount) {
        return ResourceVector.of(Map.of(RESOURCE, amount));
    }
}
