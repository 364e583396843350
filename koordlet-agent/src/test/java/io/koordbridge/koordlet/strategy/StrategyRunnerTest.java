package io.koordbridge.koordlet.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.testkit.ManualClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A strategy that exists only here takes part in everything by its one registration line. */
class StrategyRunnerTest {

    private static final String POD = "kubepods/pod1";
    private static final String IDLE = "/cg/cpu/kubepods/pod1/cpu.idle";

    private final ManualClock clock = new ManualClock(java.time.Instant.parse("2026-01-01T00:00:00Z"));
    private final FakeCgroupTree files = new FakeCgroupTree();
    private final CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, files);
    private final List<String> audited = new ArrayList<>();
    private final CgroupExecutor writer = new CgroupExecutor(
            tree,
            (file, before, after, reason, error) -> audited.add(reason + " " + file + " " + before + " " + after),
            clock,
            false);
    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> problems = new ArrayList<>();
    private final StrategyRunner runner = new StrategyRunner(
            writer, new SlowLane(writer), new StrategyRunner.Outlets(owner -> {}, order -> {}), metrics, problems::add);
    private boolean gate = true;

    /** Makes one pod idle and counts its steps. */
    private static final class Idler implements Strategy<Integer> {
        @Override
        public String name() {
            return "idler";
        }

        @Override
        public Set<Knob<?>> knobs() {
            return Set.of(Knob.CPU_IDLE);
        }

        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public Step<Integer> step(NodeSnapshot snapshot, Integer memory) {
            return set(1, memory + 1, "idles");
        }

        @Override
        public Step<Integer> release(NodeSnapshot snapshot, Integer memory) {
            return set(0, memory, "released");
        }

        private static Step<Integer> set(long idle, int memory, String reason) {
            Intent intent = Intent.of(Knob.CPU_IDLE, POD, idle, "idler");
            return new Step<>(memory, List.of(List.of(intent)), reason, List.of("told"));
        }
    }

    private NodeSnapshot snapshot(Tick.Cause cause) {
        return new NodeSnapshot(
                new Tick(1, clock.instant(), cause),
                NodeView.UNKNOWN,
                SloInForce.UNKNOWN,
                List.of(),
                TierReading.of(new CgroupReader(tree)),
                Optional.empty(),
                tree.paths(),
                runner.refused(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    private StrategyRunner.Slot<Integer> idler() {
        files.put("/cg/cpu/kubepods/cpu.idle", "0");
        files.put(IDLE, "0");
        return runner.add(new Idler(), snapshot -> gate);
    }

    @Test
    void writesAuditsCountsAndNamesWhatAStrategyDecides() {
        StrategyRunner.Slot<Integer> slot = idler();

        runner.run(snapshot(Tick.Cause.TIMER));
        runner.run(snapshot(Tick.Cause.TIMER));

        assertThat(audited).containsExactly("idler " + IDLE + " 0 1");
        assertThat(slot.memory()).isEqualTo(2);
        assertThat(runner.reasons()).containsEntry("idler", "idles");
        assertThat(problems).containsExactly("told", "told");
        assertThat(metrics.counter("koord_koordlet_strategy_steps_total{strategy=idler,reason=idles}")
                        .getCount())
                .isEqualTo(2);
    }

    @Test
    void givesBackInTheNextTickAfterItsGateIsClosed() {
        idler();
        runner.run(snapshot(Tick.Cause.TIMER));
        gate = false;

        runner.run(snapshot(Tick.Cause.TIMER));

        assertThat(audited).containsExactly("idler " + IDLE + " 0 1", "idler " + IDLE + " 1 0");
        assertThat(runner.reasons()).containsEntry("idler", "gate-off");
    }

    @Test
    void sleepsAtTicksThatItDoesNotWakeFor() {
        StrategyRunner.Slot<Integer> slot = idler();

        runner.run(snapshot(Tick.Cause.SURGE));

        assertThat(slot.memory()).isZero();
        assertThat(audited).isEmpty();
    }

    @Test
    void givesBackAtTheEnd() {
        idler();
        runner.run(snapshot(Tick.Cause.TIMER));

        runner.releaseAll(snapshot(Tick.Cause.EXIT));

        assertThat(audited).endsWith("idler " + IDLE + " 1 0");
    }

    @Test
    void aStrategyThatThrowsLeavesTheOthersWorking() {
        runner.add(
                new Strategy<String>() {
                    @Override
                    public String name() {
                        return "broken";
                    }

                    @Override
                    public Set<Knob<?>> knobs() {
                        return Set.of();
                    }

                    @Override
                    public String initial() {
                        return "";
                    }

                    @Override
                    public Step<String> step(NodeSnapshot snapshot, String memory) {
                        throw new IllegalStateException("bug");
                    }

                    @Override
                    public Step<String> release(NodeSnapshot snapshot, String memory) {
                        throw new IllegalStateException("bug");
                    }
                },
                snapshot -> true);
        idler();

        runner.run(snapshot(Tick.Cause.TIMER));

        assertThat(audited).hasSize(1);
        assertThat(runner.reasons()).containsEntry("broken", "failed");
        assertThat(problems)
                .contains("strategy broken failed, its last values stay: java.lang.IllegalStateException: bug");
    }

    @Test
    void tellsTheNextTickWhichFilesTheKernelRefused() {
        FakeCgroupTree busy = new FakeCgroupTree() {
            @Override
            public void write(Path file, String value) throws java.io.IOException {
                throw new java.io.IOException("Device or resource busy");
            }
        };
        busy.put("/cg/cpu/kubepods/cpu.idle", "0");
        busy.put(IDLE, "0");
        CgroupTree busyTree = new CgroupTree(Path.of("/cg"), CgroupVersion.V1, CgroupDriver.CGROUPFS, busy);
        CgroupExecutor refusing =
                new CgroupExecutor(busyTree, (file, before, after, reason, error) -> {}, clock, false);
        StrategyRunner failing = new StrategyRunner(
                refusing,
                new SlowLane(refusing),
                new StrategyRunner.Outlets(owner -> {}, order -> {}),
                metrics,
                problems::add);
        failing.add(new Idler(), snapshot -> true);

        failing.run(snapshot(Tick.Cause.TIMER));

        assertThat(failing.refused()).containsExactly(new Intent.Target(Knob.CPU_IDLE, POD));
    }

    @Test
    void twoOwnersOfAKnobWithoutARuleAreRejected() {
        Intent one = Intent.of(Knob.CPU_IDLE, POD, 1L, "one");
        Intent other = Intent.of(Knob.CPU_IDLE, POD, 0L, "other");

        assertThatThrownBy(() -> WritePlan.merge(List.of(List.of(List.of(one)), List.of(List.of(other)))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("one and other both write cpu.idle, and there is no rule for it");
    }

    @Test
    void theSmallerLimitWins() {
        Intent wide = Intent.of(Knob.MEMORY_LIMIT, POD, -1L, "one");
        Intent narrow = Intent.of(Knob.MEMORY_LIMIT, POD, 4096L, "other");

        assertThat(WritePlan.merge(List.of(List.of(List.of(wide)), List.of(List.of(narrow)))))
                .isEqualTo(List.of(List.of(List.of(narrow))));
        assertThat(WritePlan.merge(List.of(List.of(List.of(narrow)), List.of(List.of(wide)))))
                .isEqualTo(List.of(List.of(List.of(narrow))));
    }

    @Test
    void strategiesThatWantTheSameHaveTheSamePlan() {
        List<List<Intent>> limit = List.of(List.of(Intent.of(Knob.MEMORY_LIMIT, POD, 4096L, "one")));
        List<List<Intent>> other = List.of(List.of(Intent.of(Knob.MEMORY_LIMIT, POD, 8192L, "one")));
        WritePlan plan = WritePlan.NONE.next(List.of(limit, List.of()));

        assertThat(plan.next(List.of(limit, List.of()))).isSameAs(plan);
        assertThat(plan.next(List.of(other, List.of())).batches()).isEqualTo(List.of(other));
    }
}
