package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.scheduler.facts.cpus.LogicalCpu;
import io.koordbridge.scheduler.facts.node.NodeRatioReader;
import io.koordbridge.scheduler.facts.numa.NumaHolding;
import io.koordbridge.scheduler.facts.numa.NumaNodeFactsReader;
import io.koordbridge.scheduler.facts.numa.NumaQuantities;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.NumaTopologyReader;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.place.numa.NumaAnnotations;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDecision;
import io.koordbridge.scheduler.place.numa.NumaDemands;
import io.koordbridge.scheduler.place.numa.NumaNode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nodes, topologies and pods of the NUMA suites. */
final class NumaCase {

    private static final String SHORT_TOPOLOGY = "vector/cpu-topology";

    private NumaCase() {}

    static NumaArgs args(JsonNode input) {
        return input.has("args") ? Json.MAPPER.convertValue(input.path("args"), NumaArgs.class) : NumaArgs.DEFAULT;
    }

    static Pod pod(JsonNode tree) {
        Pod pod = Json.as(tree, Pod.class);
        if (pod.getMetadata().getUid() == null) {
            pod.getMetadata().setUid("uid-" + pod.getMetadata().getName());
        }
        return pod;
    }

    static Map<String, Pod> pods(JsonNode list) {
        Map<String, Pod> pods = new LinkedHashMap<>();
        list.forEach(tree -> pods.put(tree.path("metadata").path("name").asText(), pod(tree)));
        return pods;
    }

    static NumaDecision demand(Pod pod, NumaArgs args) {
        return NumaDemands.of(PodNumaReader.read(pod), PodFactsReader.read(pod).request(), args);
    }

    static NumaNode node(JsonNode input, Collection<Pod> pods) {
        return node(input.path("node"), input.path("nodeResourceTopology"), pods);
    }

    static NumaNode node(JsonNode nodeTree, JsonNode topologyTree, Collection<Pod> pods) {
        Node node = Json.as(nodeTree, Node.class);
        NumaTopology topology = topology(topologyTree);
        ResourceVector requested = ResourceVector.EMPTY;
        List<NumaHolding> holdings = new ArrayList<>();
        for (Pod pod : pods) {
            boolean done = pod.getStatus() != null
                    && List.of("Succeeded", "Failed")
                            .contains(String.valueOf(pod.getStatus().getPhase()));
            if (!done) {
                requested = requested.plus(PodFactsReader.read(pod).request());
                holdings.add(PodNumaReader.read(pod).holding());
            }
        }
        return new NumaNode(
                NumaNodeFactsReader.read(node, NodeRatioReader.read(node)),
                NumaUsage.of(topology, holdings),
                !topologyTree.isMissingNode() && !topologyTree.isNull(),
                NodeFactsReader.read(node, null).allocatable(),
                requested);
    }

    static NumaTopology topology(JsonNode tree) {
        if (tree.isMissingNode() || tree.isNull()) {
            return NumaTopology.NONE;
        }
        NodeResourceTopology object = Json.as(expanded(tree), NodeResourceTopology.class);
        return NumaTopologyReader.read(object);
    }

    private static JsonNode expanded(JsonNode tree) {
        ObjectNode copy = tree.deepCopy();
        JsonNode annotations = copy.path("metadata").path("annotations");
        if (annotations instanceof ObjectNode all && all.has(SHORT_TOPOLOGY)) {
            ObjectNode shape = Json.MAPPER.createObjectNode();
            for (String part : all.remove(SHORT_TOPOLOGY).asText().split(",")) {
                String[] pair = part.split("=", 2);
                if (pair[1].matches("[0-9]+")) {
                    shape.put(pair[0], Integer.parseInt(pair[1]));
                } else if (pair[1].equals("true") || pair[1].equals("false")) {
                    shape.put(pair[0], Boolean.parseBoolean(pair[1]));
                } else {
                    shape.put(pair[0], pair[1]);
                }
            }
            ObjectNode real = Json.MAPPER.createObjectNode();
            ArrayNode detail = real.putArray("detail");
            for (LogicalCpu cpu : CpuCase.cpus(shape)) {
                detail.addObject()
                        .put("id", cpu.id())
                        .put("core", cpu.core())
                        .put("socket", cpu.socket())
                        .put("node", cpu.node());
            }
            all.put("node.koordinator.sh/cpu-topology", real.toString());
        }
        return copy;
    }

    static JsonNode status(NumaDecision decision) {
        ObjectNode status = Json.MAPPER.createObjectNode();
        status.put(
                "code",
                switch (decision.outcome()) {
                    case GO_ON -> "Success";
                    case SKIP -> "Skip";
                    case REFUSED -> "UnschedulableAndUnresolvable";
                    case ERROR -> "Error";
                });
        if (decision.outcome() == NumaDecision.Outcome.REFUSED) {
            reasons(status, decision.reasons());
        }
        return status;
    }

    static JsonNode status(FitResult verdict) {
        ObjectNode status = Json.MAPPER.createObjectNode();
        status.put(
                "code",
                switch (verdict.code()) {
                    case FITS -> "Success";
                    case UNSCHEDULABLE -> "Unschedulable";
                    case UNRESOLVABLE -> "UnschedulableAndUnresolvable";
                });
        if (!verdict.fits()) {
            reasons(status, verdict.reasons());
        }
        return status;
    }

    static void reasons(ObjectNode status, List<String> reasons) {
        ArrayNode list = status.putArray("reasons");
        reasons.stream()
                .map(reason -> reason.startsWith("Unaligned NUMA Hint") ? "Unaligned NUMA Hint" : reason)
                .forEach(list::add);
    }

    static JsonNode ids(@Nullable NumaSet nodes) {
        if (nodes == null) {
            return Json.MAPPER.nullNode();
        }
        ArrayNode list = Json.MAPPER.createArrayNode();
        nodes.ids().forEach(list::add);
        return list;
    }

    static JsonNode allocation(@Nullable NumaHolding holding) {
        if (holding == null) {
            return Json.MAPPER.nullNode();
        }
        ObjectNode tree = (ObjectNode) Json.tree(NumaAnnotations.status(holding));
        return tree.put("cpuset", holding.cpus().format());
    }

    static JsonNode quantities(NumaQuantities quantities) {
        JsonNode tree = Json.tree(
                NumaAnnotations.status(new NumaHolding(io.koordbridge.protocol.CpuSet.EMPTY, "", quantities)));
        return tree.has("numaNodeResources") ? tree.path("numaNodeResources") : Json.MAPPER.createArrayNode();
    }
}
