package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields that most suites of the node agent share. */
public final class KernelCase {

    final JsonNode input;
    final Instant now;
    final ManualClock clock;
    final FakeCgroupTree files = FakeCgroupTree.ofVectors();
    final CgroupTree tree;
    final CgroupExecutor executor;
    final CgroupReader reader;

    public KernelCase(JsonNode input) {
        this.input = input;
        this.now = Instant.ofEpochMilli(input.path("now").asLong(1_700_000_000_000L));
        this.clock = new ManualClock(now);
        putFiles(input.path("files"));
        files.mark();
        this.tree = new CgroupTree(
                        Path.of("/sys/fs/cgroup"),
                        input.path("cgroupVersion").asInt(1) == 2 ? CgroupVersion.V2 : CgroupVersion.V1,
                        input.path("cgroupDriver").asText().equals("systemd")
                                ? CgroupDriver.SYSTEMD
                                : CgroupDriver.CGROUPFS,
                        files)
                .reach(Trees.below(Path.of("/proc"), Path.of("/sys")));
        this.executor = new CgroupExecutor(tree, (file, before, after, reason, error) -> {}, clock, false);
        this.reader = new CgroupReader(tree);
    }

    void putFiles(JsonNode given) {
        given.properties()
                .forEach(file -> files.put(file.getKey(), file.getValue().asText()));
    }

    /** As {@link #putFiles}; an empty object or a null content takes the file away. */
    void replaceFiles(JsonNode given) {
        given.properties().forEach(file -> {
            if (file.getValue().isNull()) {
                files.take(file.getKey());
            } else {
                files.put(file.getKey(), file.getValue().asText());
            }
        });
    }

    Instant advance(JsonNode millis) {
        clock.advance(Duration.ofMillis(millis.asLong(0)));
        return clock.instant();
    }

    List<PodInfo> pods() {
        return pods(input.path("pods"));
    }

    public static List<PodInfo> pods(JsonNode list) {
        List<PodInfo> pods = new ArrayList<>();
        list.forEach(pod -> pods.add(PodInfos.of(RecordedPods.stored(pod), problem -> {})));
        return pods;
    }

    Optional<NodeFacts> node() {
        JsonNode node = input.path("node");
        return node.isObject()
                ? Optional.of(NodeFacts.of(Json.as(node, Node.class), null, problem -> {}))
                : Optional.empty();
    }

    public List<Processor> processors() {
        List<Processor> found = new ArrayList<>();
        for (JsonNode one : input.path("processors")) {
            found.add(new Processor(
                    one.path("cpu").asInt(),
                    one.path("core").asInt(),
                    one.path("socket").asInt(),
                    one.path("node").asInt()));
        }
        return found;
    }

    Optional<Map<String, String>> topology() {
        if (input.path("noNodeTopology").asBoolean(false)) {
            return Optional.empty();
        }
        Map<String, String> annotations = new HashMap<>();
        input.path("nodeTopologyAnnotations")
                .properties()
                .forEach(one -> annotations.put(one.getKey(), one.getValue().asText()));
        return Optional.of(annotations);
    }

    /** What strategies see, with these NodeSLO and load. */
    public NodeSnapshot snapshot(Optional<NodeSlo> slo, Optional<NodeLoad> load) {
        return snapshot(slo, load, pods());
    }

    /** The same with these pods. */
    NodeSnapshot snapshot(Optional<NodeSlo> slo, Optional<NodeLoad> load, List<PodInfo> pods) {
        SloInForce inForce = SloInForce.UNKNOWN.next(slo, true, true, false, clock.instant());
        return new NodeSnapshot(
                new Tick(1, clock.instant(), Tick.Cause.TIMER),
                new NodeView(node(), slo, Optional.empty(), topology(), pods),
                inForce,
                processors(),
                TierReading.of(reader),
                load,
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    /** Tag of a case that writes a value which a file holds, as the kernel shows it: max 100000 for max. */
    static final String HELD = "held-in-another-notation";

    /** The tag where it applies to one of these updates. */
    List<String> heldTag(Iterable<JsonNode> updates) {
        for (JsonNode update : updates) {
            Optional<Knob<?>> knob = Knob.ofName(update.path("resource").asText());
            String value = update.path("value").asText();
            if (knob.isPresent()
                    && isHeld(new Intent.Target(knob.get(), update.path("dir").asText()), value)) {
                return List.of(HELD);
            }
        }
        return List.of();
    }

    boolean isHeld(Intent.Target target, String value) {
        try {
            String content = reader.text(target.knob(), target.group());
            return !content.equals(value) && target.holds(content, value);
        } catch (IOException e) {
            return false;
        }
    }

    ArrayNode writes() {
        return Json.MAPPER.valueToTree(files.takeWrites());
    }

    ObjectNode changedFiles() {
        return Json.MAPPER.valueToTree(files.changed());
    }

    /** The usual outcome: writes in order, and what differs afterwards. */
    ObjectNode outcome() {
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.set("writes", writes());
        out.set("changedFiles", changedFiles());
        return out;
    }
}
