package io.koordbridge.scheduler.place.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PlacedPod;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;
import java.util.Map;

/** Suite scheduler-numa/load-aware-sequence. */
public final class LoadAwareSequenceSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-numa/load-aware-sequence";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Instant first = Instant.parse(input.at("/events/0/at").asText());
        LoadCase given = new LoadCase(LoadCase.args(input.path("args")), first);
        given.node(input.path("node"));
        String node = input.at("/node/metadata/name").asText();
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode steps = answer.putArray("steps");
        for (JsonNode event : input.path("events")) {
            given.at(Instant.parse(event.path("at").asText()));
            happened(given, event);
            NodeView view = given.view(node);
            ObjectNode step = steps.addObject().put("event", event.path("type").asText());
            step.set("estimates", given.estimates(view));
            ArrayNode pods = step.putArray("assignedPods");
            view.placed().all().map(PodFacts::name).sorted().forEach(pods::add);
        }
        return answer;
    }

    private static void happened(LoadCase given, JsonNode event) {
        String node = event.path("nodeName").asText();
        switch (event.path("type").asText()) {
            case "reserve" -> {
                PodFacts pod = given.pod(event.path("pod"));
                given.ledger.assume(pod, node, Instant.MAX, view -> new PlacedPod(FitResult.FITS, pod, Map.of()));
            }
            // One vector takes back a pod that is bound already, which no caller of release does.
            case "unreserve", "podDelete" -> {
                PodFacts pod = given.pod(event.path("pod"));
                given.ledger.podGone(pod.uid(), pod.key());
            }
            case "nodeMetric" -> given.report(event.path("nodeMetric"));
            case "nodeMetricDelete" -> given.feed.reportGone(nameOf(event));
            default -> given.ledger.podSeen(given.pod(event.path("pod")));
        }
    }

    private static String nameOf(JsonNode event) {
        String name = event.at("/nodeMetric/metadata/name").asText();
        return name.isEmpty() ? event.path("name").asText("n1") : name;
    }
}
