package io.koordbridge.descheduler.decide.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodFit;
import io.koordbridge.descheduler.decide.pod.PodGuards;
import io.koordbridge.descheduler.decide.pod.PodOwners;
import io.koordbridge.descheduler.decide.pod.PodRank;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.descheduler.decide.pod.PodState;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Nodes of 10 cores and 100 bytes, each with a fresh report of its pods, and no system usage. */
final class LoadCluster {

    static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    static final String THRESHOLDS = """
            {"lowThresholds": {"cpu": 30, "memory": 60}, "highThresholds": {"cpu": 60, "memory": 80},
             "anomalyCondition": {"consecutiveAbnormalities": 1}}""";

    private final Map<String, NodeFacts> nodes = new TreeMap<>();
    private final Map<String, List<PodFacts>> pods = new HashMap<>();
    private final Map<String, Map<String, Map<String, Long>>> usage = new HashMap<>();
    private final Map<String, LoadReport> reports = new HashMap<>();

    static LowNodeLoadArgs args(String json) {
        LowNodeLoadArgsReader.Result read = read(json);
        if (!read.problems().isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", read.problems()));
        }
        return read.args();
    }

    static LowNodeLoadArgsReader.Result read(String json) {
        try {
            return LowNodeLoadArgsReader.read(Json.MAPPER.readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    LoadCluster node(String name, NodeTaint... taints) {
        return node(name, false, taints);
    }

    LoadCluster node(String name, boolean cordoned, NodeTaint... taints) {
        Map<String, Long> amounts = Map.of("cpu", 10_000L, "memory", 100L, "pods", 110L);
        nodes.put(
                name,
                new NodeFacts(
                        new NodeTraits(name, cordoned, Map.of("name", name), List.of(taints)), true, amounts, amounts));
        return this;
    }

    /** A prod pod that requests 100 milli-cores. */
    LoadCluster pod(String node, String name, long milliCpu, long memory) {
        return pod(node, name, PriorityClass.PROD, Map.of("cpu", 100L), Map.of("cpu", milliCpu, "memory", memory));
    }

    LoadCluster pod(
            String node, String name, PriorityClass priority, Map<String, Long> requests, Map<String, Long> used) {
        pods.computeIfAbsent(node, key -> new ArrayList<>()).add(pod(node, name, priority, requests));
        if (!used.isEmpty()) {
            usage.computeIfAbsent(node, key -> new HashMap<>()).put("d/" + name, used);
        }
        return this;
    }

    static PodFacts pod(String node, String name, PriorityClass priority, Map<String, Long> requests) {
        return new PodFacts(
                new PodRef("d", name, "uid-" + name),
                node,
                NOW.minusSeconds(3600),
                Map.of("app", name),
                PodOwners.NONE,
                new PodRank(priority, null, KubeQos.BURSTABLE, QosClass.LS, 0, 0),
                new PodState("Running", true, "True", false, null),
                new PodGuards(false, false, false, false, false, "", false, "", ""),
                new PodFit(requests, PodConstraints.NONE));
    }

    /** Another report than the fresh one. */
    LoadCluster report(String node, LoadReport report) {
        reports.put(node, report);
        return this;
    }

    /** The report that the node has without {@link #report}. */
    LoadReport fresh(String node) {
        return new LoadReport(
                NOW.minusSeconds(10),
                NOW.minusSeconds(10),
                Map.of("cpu", 0L, "memory", 0L),
                usage.getOrDefault(node, Map.of()),
                Map.of(),
                "");
    }

    List<NodeFacts> nodes() {
        return List.copyOf(nodes.values());
    }

    NodeLoad load(String node) {
        return view(NOW).measured(node);
    }

    List<PodFacts> pods(String node) {
        return pods.getOrDefault(node, List.of());
    }

    View view(Instant now) {
        Map<String, LoadReport> all = new HashMap<>();
        nodes.keySet().forEach(name -> all.put(name, fresh(name)));
        all.putAll(reports);
        return new View(new FixedView(now, nodes(), pods, all));
    }

    LoadResult run(String args, NotingEvictor evictor) {
        return run(args(args), LoadMemory.EMPTY, NOW, evictor);
    }

    LoadResult run(LowNodeLoadArgs args, LoadMemory memory, Instant now, NotingEvictor evictor) {
        return LowNodeLoad.run(args, memory, view(now).fixed(), nodes(), true, evictor);
    }

    /** A view that can measure. */
    record View(FixedView fixed) {

        NodeLoad measured(String node) {
            LoadPool pool = args(THRESHOLDS).pools().get(0);
            List<NodeFacts> wanted = fixed.nodes().stream()
                    .filter(facts -> facts.name().equals(node))
                    .toList();
            return PoolNodes.of(pool, wanted, fixed, Duration.ofMinutes(3), new MovedPods())
                    .measured()
                    .get(0);
        }
    }
}
