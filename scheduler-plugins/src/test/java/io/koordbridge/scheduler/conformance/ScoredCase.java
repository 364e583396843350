package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.scheduler.view.PodShape;
import io.koordbridge.testkit.conformance.Json;
import java.util.function.BiConsumer;

/** Nodes with their pods and one pod to place, as the score suites give them. */
final class ScoredCase {

    private final JsonNode input;

    ScoredCase(JsonNode input) {
        this.input = input;
    }

    Pod pod() {
        return read(input.path("pod"));
    }

    PodShape shape() {
        return PodFactsReader.read(pod()).shape();
    }

    /** One answer per node, in the order of the input. */
    ObjectNode answer(BiConsumer<NodeView, ObjectNode> perNode) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ArrayNode nodes = answer.putArray("nodes");
        for (JsonNode one : input.path("nodes")) {
            ClusterLedger ledger = new ClusterLedger();
            Node node = Json.as(one.path("node"), Node.class);
            ledger.nodeSeen(NodeFactsReader.read(node, null));
            one.path("pods").forEach(pod -> ledger.podSeen(PodFactsReader.read(read(pod))));
            String name = node.getMetadata().getName();
            perNode.accept(
                    ledger.view().node(name).orElseThrow(), nodes.addObject().put("node", name));
        }
        return answer;
    }

    private static Pod read(JsonNode tree) {
        Pod pod = Json.as(tree, Pod.class);
        if (pod.getMetadata().getUid() == null) {
            pod.getMetadata().setUid("uid-" + pod.getMetadata().getName());
        }
        return pod;
    }
}
