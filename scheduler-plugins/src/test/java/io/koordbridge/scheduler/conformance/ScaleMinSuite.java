package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.MinScale;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.List;

/** Suite scheduler-quota/scale-min. */
public final class ScaleMinSuite extends QuotaSuite {

    public ScaleMinSuite() {
        super("scale-min");
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<MinScale.Child> children = new ArrayList<>();
        for (JsonNode child : input.path("children")) {
            children.add(new MinScale.Child(
                    vector(child.path("min")), child.path("enableScale").asBoolean()));
        }
        List<ResourceVector> minima = MinScale.scale(vector(input.path("total")), children);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        for (int i = 0; i < minima.size(); i++) {
            ObjectNode one =
                    answer.putObject(input.path("children").get(i).path("name").asText());
            boolean scales = children.get(i).scales();
            one.put("scaled", scales);
            if (scales) {
                one.set("min", written(minima.get(i)));
            }
        }
        return answer;
    }
}
