package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaDemand;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.scheduler.quota.tree.QuotaSolver;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaTree;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Suite scheduler-quota/runtime-quota. */
public final class RuntimeQuotaSuite extends QuotaSuite {

    public RuntimeQuotaSuite() {
        super("runtime-quota");
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<QuotaSpec> quotas = new ArrayList<>(QuotaSpec.builtIns());
        input.path("quotas")
                .forEach(quota -> quotas.add(QuotaReader.quota(Json.as(quota, ElasticQuota.class), null)
                        .spec()));
        Map<String, QuotaDemand> own = new HashMap<>();
        input.path("demand").properties().forEach(one -> {
            JsonNode sums = one.getValue();
            own.put(
                    one.getKey(),
                    new QuotaDemand(
                            vector(sums.path("request")),
                            vector(sums.path("used")),
                            vector(sums.path("nonPreemptibleRequest")),
                            vector(sums.path("nonPreemptibleUsed"))));
        });
        boolean guarantee = gates(input).guaranteeUsage();
        QuotaSolver.Settings settings =
                new QuotaSolver.Settings(input.path("enableMinQuotaScale").asBoolean(), guarantee);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ObjectNode all = answer.putObject("quotas");
        ResourceVector total = QuotaSolver.changed(ResourceVector.EMPTY, vector(input.path("totalResource")));
        QuotaSolver.solve(QuotaTree.of(quotas), own, total, settings).forEach((name, state) -> {
            ObjectNode lists = lists(name, state);
            boolean built = name.equals(WellKnown.SYSTEM_QUOTA) || name.equals(WellKnown.DEFAULT_QUOTA);
            if (!name.equals(WellKnown.ROOT_QUOTA) && !built) {
                lists.set("autoScaleMin", written(state.scaledMin()));
                lists.set("allocated", withoutZeros(state.usage().allocated()));
                lists.set("guaranteed", withoutZeros(state.usage().guaranteed()));
            }
            all.set(name, lists);
        });
        return answer;
    }
}
