package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.descheduler.decide.load.FixedView;
import io.koordbridge.descheduler.decide.load.LoadClass;
import io.koordbridge.descheduler.decide.load.LoadMemory;
import io.koordbridge.descheduler.decide.load.LoadResult;
import io.koordbridge.descheduler.decide.load.LowNodeLoad;
import io.koordbridge.descheduler.decide.load.LowNodeLoadArgsReader;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.node.NodeReader;
import io.koordbridge.descheduler.decide.node.ReportReader;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Suite descheduler/low-node-load. */
public final class LowNodeLoadSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "descheduler/low-node-load";
    }

    /** Selects what section 13 g repairs in other recordings. */
    @Override
    public List<String> tags(JsonNode input) {
        boolean ignored = LowNodeLoadArgsReader.read(input.path("args")).problems().stream()
                .anyMatch(problem -> problem.contains("owThresholds has as well"));
        return ignored ? List.of("high-without-low") : List.of();
    }

    @Override
    public JsonNode run(JsonNode input) {
        LowNodeLoadArgsReader.Result read = LowNodeLoadArgsReader.read(input.path("args"));
        ObjectNode answer = Json.MAPPER.createObjectNode();
        if (!read.problems().isEmpty()) {
            return answer.put("refused", String.join("; ", read.problems()));
        }
        Instant start = Instant.parse(input.path("now").asText());
        Cluster cluster = Cluster.of(input, start);
        LoadMemory memory = LoadMemory.EMPTY;
        ArrayNode rounds = answer.putArray("rounds");
        for (int round = 0; round < input.path("rounds").asInt(1); round++) {
            Instant now =
                    start.plusMillis((long) (round * input.path("roundSeconds").asDouble() * 1000));
            Scripted evictor = new Scripted(texts(input.path("unevictable")), texts(input.path("evictionFails")));
            LoadResult result = LowNodeLoad.run(read.args(), memory, cluster.view(now), cluster.nodes(), true, evictor);
            memory = result.memory();
            ObjectNode shown = rounds.addObject();
            ArrayNode evicted = shown.putArray("evicted");
            evictor.evicted.forEach(evicted::add);
            if (round == 0) {
                shown.set("pools", pools(result));
            }
        }
        return answer;
    }

    private static ObjectNode pools(LoadResult result) {
        ObjectNode pools = Json.MAPPER.createObjectNode();
        for (LoadResult.OfPool pool : result.pools()) {
            if (!pool.nodes().isEmpty()) {
                ObjectNode shown = pools.putObject(pool.pool());
                shown.set("low", members(pool, LoadClass.LOW));
                shown.set("high", members(pool, LoadClass.HIGH));
                shown.set("prodLow", members(pool, LoadClass.PROD_LOW));
                shown.set("prodHigh", members(pool, LoadClass.PROD_HIGH));
                shown.set("bothLow", members(pool, LoadClass.BOTH_LOW));
            }
        }
        return pools;
    }

    private static ArrayNode members(LoadResult.OfPool pool, LoadClass wanted) {
        ArrayNode names = Json.MAPPER.createArrayNode();
        pool.nodes().stream()
                .filter(node -> node.loadClass() == wanted)
                .map(LoadResult.OfNode::node)
                .sorted()
                .forEach(names::add);
        return names;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> found = new HashSet<>();
        list.forEach(text -> found.add(text.asText()));
        return found;
    }

    private record Cluster(List<NodeFacts> nodes, Map<String, List<PodFacts>> pods, Map<String, LoadReport> reports) {

        static Cluster of(JsonNode input, Instant start) {
            Cluster cluster = new Cluster(new ArrayList<>(), new HashMap<>(), new HashMap<>());
            input.path("nodes").forEach(node -> cluster.nodes.add(NodeReader.of(Json.as(node, Node.class))));
            for (JsonNode tree : input.path("pods")) {
                PodFacts pod = PodReader.of(Json.as(tree, Pod.class));
                cluster.pods
                        .computeIfAbsent(pod.nodeName(), name -> new ArrayList<>())
                        .add(pod);
            }
            for (JsonNode tree : input.path("nodeMetrics")) {
                NodeMetric metric = Json.as(tree, NodeMetric.class);
                cluster.reports.put(metric.getMetadata().getName(), ReportReader.of(metric, start));
            }
            return cluster;
        }

        FixedView view(Instant now) {
            return new FixedView(now, nodes, pods, reports);
        }
    }

    private static final class Scripted implements Evictor {

        private final Set<String> unevictable;
        private final Set<String> failing;
        private final List<String> evicted = new ArrayList<>();

        Scripted(Set<String> unevictable, Set<String> failing) {
            this.unevictable = unevictable;
            this.failing = failing;
        }

        @Override
        public Verdict filter(PodFacts pod) {
            return unevictable.contains(pod.ref().key()) ? Verdict.refused("test", "unevictable") : Verdict.ALLOWED;
        }

        @Override
        public Verdict preEvictionFilter(PodFacts pod) {
            return filter(pod);
        }

        @Override
        public Verdict evict(EvictionRequest request) {
            String key = request.pod().ref().key();
            if (failing.contains(key)) {
                return Verdict.refused("test", "the eviction fails");
            }
            evicted.add(key);
            return Verdict.ALLOWED;
        }
    }
}
