package io.koordbridge.koordlet.qos.identity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import io.koordbridge.testkit.ManualClock;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A node: files, and one life of a process in which one strategy writes them. */
final class StrategyNode<M> {

    final FakeCgroupTree files = new FakeCgroupTree();
    final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    final CgroupTree tree;
    final CgroupReader reader;
    final Undo undo;
    final CgroupExecutor writer;
    final ReadingsReader readings;
    final List<String> problems = new ArrayList<>();
    private final Strategy<M> strategy;
    private M memory;

    StrategyNode(Path temp, Strategy<M> strategy, CgroupVersion version) {
        this.strategy = strategy;
        this.memory = strategy.initial();
        tree = new CgroupTree(Path.of("/cg"), version, CgroupDriver.CGROUPFS, files)
                .reach(Trees.below(Path.of("/proc"), Path.of("/sys")));
        reader = new CgroupReader(tree);
        undo = new Undo(
                tree,
                new TakenFile(temp),
                owner -> !owner.startsWith(Undo.RELEASE),
                (file, before, after, reason, error) -> {},
                problems::add);
        writer = new CgroupExecutor(tree, undo, clock, false);
        readings =
                new ReadingsReader(reader, new SampleStore(StoreLimits.DEFAULT), Duration.ofSeconds(1), problems::add);
    }

    String path(String group, String file) {
        return (tree.version() == CgroupVersion.V1 ? "/cg/cpu/" : "/cg/") + group + "/" + file;
    }

    StrategyNode<M> bvt(String group, String value) {
        files.put(path(group, "cpu.bvt_warp_ns"), value);
        return this;
    }

    String bvt(String group) throws IOException {
        return files.read(Path.of(path(group, "cpu.bvt_warp_ns")));
    }

    Step<M> tick(String qosStrategy, String applications) {
        clock.advance(Duration.ofSeconds(1));
        NodeSnapshot bare = snapshot(slo(qosStrategy, applications));
        Readings found = readings.read(strategy.needs(bare.slo()), List.of(), clock.instant());
        Step<M> step = strategy.step(bare.with(found), memory);
        memory = step.memory();
        writer.carryOut(step.levels());
        return step;
    }

    private NodeSnapshot snapshot(NodeSlo slo) {
        return new NodeSnapshot(
                new Tick(1, clock.instant(), Tick.Cause.TIMER),
                NodeView.UNKNOWN,
                SloInForce.UNKNOWN.next(Optional.of(slo), true, true, false, clock.instant()),
                List.of(),
                TierReading.of(reader),
                Optional.empty(),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    static NodeSlo slo(String qosStrategy, String applications) {
        try {
            ObjectNode spec = Json.MAPPER.createObjectNode();
            spec.set("resourceQOSStrategy", Json.MAPPER.readTree(qosStrategy));
            spec.set("hostApplications", Json.MAPPER.readTree(applications));
            return NodeSlo.of(Json.as(spec, NodeSloSpec.class), null, problem -> {});
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
