package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.scheduler.facts.cpus.CpuChoice;
import io.koordbridge.scheduler.facts.cpus.CpuHolding;
import io.koordbridge.scheduler.facts.cpus.CpuLayout;
import io.koordbridge.scheduler.facts.cpus.CpuRequest;
import io.koordbridge.scheduler.facts.cpus.CpuRequest.NodeShare;
import io.koordbridge.scheduler.facts.cpus.CpuSelection;
import io.koordbridge.scheduler.facts.cpus.HeldCpus;
import io.koordbridge.scheduler.facts.cpus.LogicalCpu;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Machine and requests of the suites of CPU selection. */
final class CpuCase {

    private final CpuLayout layout;
    private final CpuSet reserved;
    private final int maxRefCount;
    private final boolean mostAllocated;

    CpuCase(JsonNode input) {
        List<Integer> only = new ArrayList<>();
        input.path("onlyCPUs").forEach(cpu -> only.add(cpu.asInt()));
        List<LogicalCpu> cpus = new ArrayList<>(cpus(input.path("cpuTopology")));
        cpus.removeIf(cpu -> !only.isEmpty() && !only.contains(cpu.id()));
        this.layout = CpuLayout.of(cpus);
        this.reserved = CpuSet.parse(input.path("reservedCPUs").asText(""));
        this.maxRefCount = input.path("maxRefCount").asInt(1);
        String label = input.path("nodeLabelNumaAllocateStrategy").asText("");
        this.mostAllocated = "MostAllocated"
                .equals(label.isEmpty() ? input.path("numaAllocateStrategy").asText("") : label);
    }

    /** The expansion that the area's README gives. */
    static List<LogicalCpu> cpus(JsonNode shape) {
        int sockets = shape.path("sockets").asInt();
        int nodesPerSocket = shape.path("numaNodesPerSocket").asInt();
        int coresPerNode = shape.path("coresPerNumaNode").asInt();
        int threads = shape.path("threadsPerCore").asInt();
        String numbering = shape.path("numbering").asText();
        int nodes = sockets * nodesPerSocket;
        int total = nodes * coresPerNode;
        boolean interleaved = numbering.equals("interleaved");
        List<LogicalCpu> cpus = new ArrayList<>();
        for (int core = 0; core < total; core++) {
            int node = interleaved ? core % nodes : core / coresPerNode;
            int ofNode = interleaved ? core / nodes : core % coresPerNode;
            int name = shape.path("coreIdRestartsPerSocket").asBoolean()
                    ? (node % nodesPerSocket) * coresPerNode + ofNode
                    : core;
            for (int thread = 0; thread < threads; thread++) {
                int id = numbering.equals("compact") ? core * threads + thread : thread * total + core;
                cpus.add(new LogicalCpu(id, name, node / nodesPerSocket, node));
            }
        }
        return cpus;
    }

    CpuSet available(HeldCpus held) {
        return held.available(layout, reserved, maxRefCount);
    }

    /** After a pod on these CPUs left; the product reads what is held from the pods that are there. */
    static HeldCpus without(HeldCpus held, CpuSet cpus) {
        Map<Integer, CpuHolding> all = new HashMap<>(held.byCpu());
        for (int cpu : cpus.numbers()) {
            all.computeIfPresent(
                    cpu,
                    (id, was) ->
                            was.refCount() == 1 ? null : new CpuHolding(was.refCount() - 1, was.exclusivePolicy()));
        }
        return new HeldCpus(all);
    }

    CpuChoice choose(HeldCpus held, JsonNode request) {
        CpuSet preferred = CpuSet.parse(request.path("preferredCPUs").asText(""));
        HeldCpus others = without(held, preferred);
        List<NodeShare> shares = new ArrayList<>();
        for (JsonNode share : request.path("numaNodes")) {
            long cpus = Quantities.milli(new Quantity(share.path("cpu").asText())) / 1000;
            shares.add(new NodeShare(share.path("node").asInt(), (int) cpus));
        }
        return CpuSelection.choose(
                new CpuSelection.Machine(layout, others, available(others), maxRefCount, mostAllocated),
                new CpuRequest(
                        request.path("numCPUs").asInt(),
                        request.path("bindPolicy").asText(""),
                        request.path("required").asBoolean(),
                        request.path("exclusivePolicy").asText(""),
                        preferred,
                        shares));
    }

    static ObjectNode answer(CpuChoice choice) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        CpuSet cpus = choice.cpus();
        return cpus == null
                ? answer.put("error", choice.problem())
                : answer.put("count", cpus.size()).put("cpuset", cpus.format());
    }
}
