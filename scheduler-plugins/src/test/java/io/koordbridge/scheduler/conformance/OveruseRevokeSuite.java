package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.revoke.OveruseSelection;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaGates;
import io.koordbridge.scheduler.quota.tree.QuotaReader;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.List;

/** Suite scheduler-quota/overuse-revoke. */
public final class OveruseRevokeSuite extends QuotaSuite {

    public OveruseRevokeSuite() {
        super("overuse-revoke");
    }

    @Override
    public JsonNode run(JsonNode input) {
        ResourceVector runtime = vector(input.path("runtime"));
        List<PodQuota> assigned = new ArrayList<>();
        ResourceVector used = ResourceVector.EMPTY;
        for (JsonNode object : input.path("pods")) {
            PodQuota pod = QuotaReader.pod(Json.as(object, Pod.class), QuotaGates.OFF);
            if (pod.bound()) {
                assigned.add(pod);
                used = used.plus(pod.request().masked(runtime));
            }
        }
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode revoke = answer.putArray("revoke");
        OveruseSelection.select(runtime, used, assigned).forEach(pod -> revoke.add(pod.key()));
        return answer;
    }
}
