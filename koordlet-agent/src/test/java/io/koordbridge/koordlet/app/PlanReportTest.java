package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.HostFiles;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlanReportTest {

    private static final Path FILE = Path.of("/cg/kubepods/cpu.shares");

    private final FakeCgroupTree files = new FakeCgroupTree();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
    private final CgroupExecutor writer = new CgroupExecutor(
            tree,
            (file, before, after, reason, error) -> {},
            new ManualClock(Instant.parse("2026-01-01T00:00:00Z")),
            false);
    private final SlowLane slow = new SlowLane(writer);
    private final StrategyRunner runner = new StrategyRunner(
            writer, slow, new StrategyRunner.Outlets(owner -> {}, order -> {}), new MetricRegistry(), problem -> {});

    private static final class Counting implements Strategy<Integer> {
        private final String name;
        private final int writes;

        Counting(String name, int writes) {
            this.name = name;
            this.writes = writes;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Set<Knob<?>> knobs() {
            return Set.of(Knob.CPU_SHARES);
        }

        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Step<Integer> step(NodeSnapshot snapshot, Integer memory) {
            if (writes < 0) {
                throw new IllegalStateException("no readings");
            }
            List<Intent> all = IntStream.range(0, writes)
                    .mapToObj(i -> Intent.of(Knob.CPU_SHARES, "g" + i, 2L + memory, name))
                    .toList();
            return new Step<>(memory + 1, List.of(List.of(), all), "counts", List.of("one problem"));
        }

        @Override
        public Step<Integer> release(NodeSnapshot snapshot, Integer memory) {
            return Step.nothing(0, "released");
        }
    }

    @AfterEach
    void end() {
        slow.close();
    }

    private JsonNode plan() throws IOException {
        Machine machine = new Machine(tree, new HostFiles(), List.of(), List.of());
        return PlainJson.MAPPER.valueToTree(new PlanReport(KoordletConfig.DEFAULT, machine, runner).now());
    }

    private void tick() {
        runner.run(new NodeSnapshot(
                new Tick(1, Instant.EPOCH, Tick.Cause.TIMER),
                NodeView.UNKNOWN,
                SloInForce.UNKNOWN,
                List.of(),
                new TierReading(
                        "kubepods/besteffort",
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        Reading.failed(""),
                        new TreeMap<>()),
                Optional.empty(),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE));
    }

    @Test
    void whatIsOffIsPlannedAndNothingChanges() throws IOException {
        runner.add(new Counting("counting", 1), snapshot -> false);
        tick();

        for (int i = 0; i < 2; i++) {
            JsonNode one = plan().path("strategies").get(0);
            assertThat(one.path("name").asText()).isEqualTo("counting");
            assertThat(one.path("on").asBoolean()).isFalse();
            assertThat(one.path("lastReason").asText()).isEqualTo("gate-off");
            assertThat(one.path("reason").asText()).isEqualTo("counts");
            assertThat(one.path("problems").toString()).isEqualTo("[\"one problem\"]");
            assertThat(one.path("writes").toString())
                    .isEqualTo("[{\"level\":1,\"file\":\"cpu.shares\",\"group\":\"g0\",\"value\":\"2\"}]");
        }
        assertThat(files.exists(FILE)).isFalse();
    }

    @Test
    void manyWritesAreCountedNotListed() throws IOException {
        runner.add(new Counting("counting", PlanReport.MOST + 7), snapshot -> false);
        tick();

        JsonNode one = plan().path("strategies").get(0);
        assertThat(one.path("writes")).hasSize(PlanReport.MOST);
        assertThat(one.path("moreWrites").asInt()).isEqualTo(7);
    }

    @Test
    void aStrategyThatFailsSaysWhyAndGatesHaveTheirStates() throws IOException {
        runner.add(new Counting("failing", -1), snapshot -> false);
        assertThat(plan().path("strategies").get(0).path("failure").asText()).isEqualTo("nothing is measured yet");
        tick();

        JsonNode plan = plan();
        assertThat(plan.path("strategies").get(0).path("failure").asText()).contains("no readings");
        assertThat(plan.path("features").path("BatchResource").asText()).isEqualTo("works");
        assertThat(plan.path("features").path("OOMScoreAdj").asText()).isEqualTo("not implemented");
    }
}
