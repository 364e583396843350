package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.place.numa.CpuBinding;
import io.koordbridge.scheduler.place.numa.NumaAnnotations;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDecision;
import io.koordbridge.scheduler.place.numa.NumaNode;
import io.koordbridge.scheduler.place.numa.NumaPlacement;
import io.koordbridge.scheduler.place.numa.NumaPlanner;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.testkit.conformance.Json;

/** Suite scheduler-numa/node-admit. */
public final class NodeAdmitSuite extends NumaSuite {

    public NodeAdmitSuite() {
        super("node-admit");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaArgs args = NumaCase.args(input);
        NumaNode node = NumaCase.node(input, NumaCase.pods(input.path("pods")).values());
        Pod pod = NumaCase.pod(input.path("pod"));
        NumaDecision decision = NumaCase.demand(pod, args);
        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.set("preFilter", NumaCase.status(decision));
        if (decision.outcome() == NumaDecision.Outcome.SKIP) {
            success(answer, "reserve", "preBind");
            answer.putObject("writtenAnnotations");
            return answer;
        }
        if (decision.demand() == null) {
            return answer;
        }
        NumaPlacement placement = NumaPlanner.place(decision.demand(), node, args);
        answer.set("filter", NumaCase.status(placement.verdict()));
        if (!placement.verdict().fits()) {
            return answer;
        }
        success(answer, "reserve", "preBind");
        boolean bestEffort = NumaPlanner.effectivePolicy(
                                decision.demand(), node.facts(), node.usage().topology())
                        .orElseThrow()
                == NumaPolicy.BEST_EFFORT;
        if (placement.decided()) {
            answer.set("affinity", NumaCase.ids(placement.affinity()));
            if (!bestEffort) {
                answer.set("affinityAfterFilter", NumaCase.ids(placement.affinity()));
            }
        }
        answer.set("allocation", NumaCase.allocation(placement.holding()));
        CpuBinding binding =
                CpuBinding.of(decision.demand(), node.facts(), node.usage().topology());
        ObjectNode written = answer.putObject("writtenAnnotations");
        NumaAnnotations.of(PodNumaReader.read(pod), binding, placement)
                .forEach((key, json) -> written.set(key, parsed(json)));
        return answer;
    }

    private static void success(ObjectNode answer, String... fields) {
        for (String field : fields) {
            answer.set(field, NumaCase.status(FitResult.FITS));
        }
    }

    private static JsonNode parsed(String json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (com.fasterxml.jackson.core.JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
