package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.node.NodeRatioReader;
import io.koordbridge.scheduler.facts.node.NodeRatios;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.testkit.conformance.Json;

/** Suite scheduler-numa/topology-options. */
public final class TopologyOptionsSuite extends NumaSuite {

    public TopologyOptionsSuite() {
        super("topology-options");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaTopology topology = NumaCase.topology(input.path("nodeResourceTopology"));
        NodeRatios ofNode = NodeRatioReader.read(Json.as(input.path("node"), Node.class));
        CpuLayout layout = topology.layout();
        ObjectNode answer = Json.MAPPER
                .createObjectNode()
                .put("cpuTopologyValid", layout.isValid())
                .put("numCPUs", layout.cpuCount())
                .put("numCores", layout.coreCount())
                .put("numNUMANodes", layout.nodeCount())
                .put("numSockets", layout.socketCount())
                .put("cpusPerCore", layout.cpusPerCore())
                .put("cpusPerNUMANode", layout.cpusPerNode())
                .put("cpusPerSocket", layout.cpusPerSocket())
                .put("numaTopologyPolicy", topology.kubeletPolicy().wireName())
                .put("reservedCPUs", topology.reserved().format());
        answer.set("numaNodeResources", NumaCase.quantities(topology.zones()));
        if (topology.ratios() == null && ofNode.amplificationUnreadable()) {
            return answer.put("amplifyError", true);
        }
        answer.set("amplifiedNUMANodeResources", NumaCase.quantities(topology.amplified(ofNode.amplification())));
        Double ratio = topology.ratiosInForce(ofNode.amplification()).get("cpu");
        return ratio == null ? answer : answer.put("cpuAmplificationRatio", ratio);
    }
}
