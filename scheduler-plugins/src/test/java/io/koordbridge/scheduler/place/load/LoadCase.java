package io.koordbridge.scheduler.place.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.NodeFactsReader;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A ledger with its feed of reports, and the figures that the load suites compare. */
final class LoadCase {

    final LoadArgs args;
    final LoadRules rules;
    final ManualClock clock;
    final ClusterLedger ledger = new ClusterLedger();
    final List<String> problems = new ArrayList<>();
    final LoadFeed feed;

    LoadCase(JsonNode input) {
        this(args(input.path("args")), Instant.parse(input.path("now").asText()));
    }

    LoadCase(LoadArgs args, Instant now) {
        this.args = args;
        this.rules = args.rules();
        this.clock = new ManualClock(now);
        this.feed = args.feed(ledger, clock, new LoadNotices() {
            @Override
            public void report(NodeMetric object, String identity, String problem) {
                note(problem);
            }

            @Override
            public void reportGone(String node) {}

            @Override
            public void node(Node object, String problem) {
                note(problem);
            }

            @Override
            public void nodeGone(String node) {}
        });
    }

    private void note(String problem) {
        if (!problem.isEmpty()) {
            problems.add(problem);
        }
    }

    static LoadArgs args(JsonNode tree) {
        return tree.isObject() ? Json.as(tree, LoadArgs.class) : new LoadArgs();
    }

    void node(JsonNode tree) {
        Node node = Json.as(tree, Node.class);
        feed.nodeSeen(node);
        ledger.nodeSeen(NodeFactsReader.read(node, null));
    }

    void report(JsonNode tree) {
        feed.reportSeen(Json.as(tree, NodeMetric.class));
    }

    void at(Instant time) {
        clock.advance(Duration.between(clock.instant(), time));
        feed.expire();
    }

    /** A pod; one that does not say when it was placed was placed now. */
    PodFacts pod(JsonNode tree) {
        Pod pod = Json.as(tree, Pod.class);
        if (pod.getMetadata().getUid() == null) {
            pod.getMetadata().setUid("uid-" + pod.getMetadata().getName());
        }
        return PodFactsReader.read(pod).scheduledAt(clock.instant());
    }

    NodeView view(String node) {
        return ledger.view().node(node).orElseThrow();
    }

    JsonNode estimates(NodeView node) {
        NodeLoad load = NodeLoad.of(node, rules);
        if (load == null) {
            return Json.MAPPER.nullNode();
        }
        ObjectNode estimates = Json.MAPPER.createObjectNode();
        estimates.set("nodeUsage", amounts(load.report().node()));
        estimates.set("prodUsage", amounts(load.prodUsage()));
        estimates.set("nodeDelta", amounts(load.nodeDelta()));
        estimates.set("prodDelta", amounts(load.prodDelta()));
        estimates.set("nodeEstimated", amounts(load.expected()));
        return estimates;
    }

    private JsonNode amounts(@Nullable ResourceVector vector) {
        if (vector == null) {
            return Json.MAPPER.nullNode();
        }
        ObjectNode amounts = Json.MAPPER.createObjectNode();
        rules.resources().forEach(name -> amounts.put(name, vector.get(name)));
        return amounts;
    }

    /** The estimate of a pod as the suite names resources. */
    ObjectNode estimate(PodFacts pod) {
        ObjectNode amounts = Json.MAPPER.createObjectNode();
        ResourceVector estimate = PodEstimator.estimate(pod.shape(), rules.estimate());
        for (String name : rules.resources()) {
            String printed = switch (name) {
                case ResourceNames.CPU -> "cpuMilli";
                case ResourceNames.MEMORY -> "memoryBytes";
                default -> name;
            };
            amounts.put(printed, estimate.get(name));
        }
        return amounts;
    }
}
