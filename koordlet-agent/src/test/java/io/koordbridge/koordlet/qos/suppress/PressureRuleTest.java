package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.PressureStat;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.subject.MeasuredPods;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.shown.Ground;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.QosClass;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The strategy with readings of pressure, second by second. */
class PressureRuleTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int CPUS = 10;
    private static final PodInfo WEB = MeasuredPods.pod("web", QosClass.NONE, KubeQos.BURSTABLE);
    private static final PodInfo BATCH = MeasuredPods.pod("batch", QosClass.BE, KubeQos.BEST_EFFORT);
    private static final PodInfo BESIDE = MeasuredPods.pod("beside", QosClass.BE, KubeQos.BURSTABLE);
    private static final PodInfo SYSTEM = MeasuredPods.pod("proxy", QosClass.SYSTEM, KubeQos.BURSTABLE);
    private static final PodInfo EXCLUSIVE = MeasuredPods.pod(
            "db",
            QosClass.LSE,
            KubeQos.GUARANTEED,
            PodInfo.LifeCycle.RUNNING,
            new PodInfo.Placement("0-1", CpuSet.parse("0-1"), List.of(), true));

    private final Map<String, Long> totals = new HashMap<>();
    private final SuppressStrategy strategy = new SuppressStrategy(
            new SuppressConfig(true, false, false, true, new SuppressConfig.Pressure(20, 0)), false);
    private SuppressMemory memory = SuppressMemory.of(Map.of(), Steadiness.MEASURED);
    private Instant now = START;
    private String policy = "cfsQuota";
    private double throttled;
    private List<PodInfo> pods = List.of(WEB, BATCH, SYSTEM, EXCLUSIVE);

    private NodeSnapshot snapshot(Tick.Cause cause) {
        NodeSloSpec spec = Serialization.unmarshal("""
                resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: %s,
                  cpuSuppressMinPercent: 10}
                """.formatted(policy), NodeSloSpec.class);
        Optional<NodeSlo> slo = Optional.of(NodeSlo.of(spec, null, problem -> {}));
        Readings.Builder readings = new Readings.Builder().put(PressureRule.TIER, 2_000.0);
        for (PodInfo pod : pods) {
            readings.put(PressureRule.THROTTLED, pod, throttled);
            PressureStat.Averages some = new PressureStat.Averages(0, 0, 0, totals.getOrDefault(pod.name(), 0L));
            readings.put(PressureRule.WAITED, pod, new PressureStat(some, some, true));
        }
        return new NodeSnapshot(
                new Tick(1, now, cause),
                new NodeView(Optional.empty(), slo, Optional.empty(), Optional.empty(), pods),
                SloInForce.UNKNOWN.next(slo, true, true, true, now),
                IntStream.range(0, CPUS)
                        .mapToObj(cpu -> new Processor(cpu, cpu, 0, 0))
                        .toList(),
                new TierReading(
                        "kubepods/besteffort",
                        Reading.of(650_000L),
                        Reading.of(100_000L),
                        Reading.of(CpuSet.parse("0-9")),
                        Reading.of(CpuSet.parse("0-9")),
                        Collections.emptySortedMap()),
                Optional.of(new NodeLoad(1_000L * CPUS, 0, 2, List.of(new NodeLoad.Usage(2, false)), List.of())),
                new CgroupPaths(CgroupDriver.CGROUPFS),
                Set.of(),
                EvictionFacts.NONE,
                readings.build());
    }

    private Step<SuppressMemory> second(PodInfo pod, int percent) {
        now = now.plusSeconds(1);
        totals.merge(pod.name(), percent * 10_000L, Long::sum);
        Step<SuppressMemory> step = strategy.step(snapshot(Tick.Cause.TIMER), memory);
        memory = step.memory();
        return step;
    }

    private long allowance() {
        return memory.decision().orElseThrow().allowanceMilliCpu();
    }

    private static List<String> written(Step<SuppressMemory> step) {
        return step.levels().stream()
                .flatMap(List::stream)
                .map(Intent::update)
                .map(update -> update.dir() + " " + update.value())
                .filter(one -> one.startsWith("kubepods/besteffort "))
                .toList();
    }

    @Test
    void waitingOfAnOnlinePodTightensTheQuotaStepByStep() {
        second(WEB, 0);
        assertThat(allowance()).isEqualTo(4_500);
        Step<SuppressMemory> step = second(WEB, 30);
        assertThat(allowance()).isEqualTo(3_500);
        assertThat(written(step)).contains("kubepods/besteffort 350000");
        for (int i = 0; i < 10; i++) {
            second(WEB, 30);
        }
        assertThat(allowance()).as("cpuSuppressMinPercent").isEqualTo(1_000);
    }

    @Test
    void itTightensACpusetAsWell() {
        policy = "cpuset";
        second(WEB, 0);
        Step<SuppressMemory> step = second(WEB, 30);

        assertThat(written(step)).contains("kubepods/besteffort 2-5");
    }

    @Test
    void onlyOnlinePodsCount() {
        pods = List.of(WEB, BATCH, BESIDE, SYSTEM, EXCLUSIVE);
        second(WEB, 0);
        second(BATCH, 90);
        second(BESIDE, 90);
        second(SYSTEM, 90);
        second(EXCLUSIVE, 90);

        assertThat(allowance()).isEqualTo(4_500);
    }

    @Test
    void aPodBehindItsOwnQuotaDoesNotCount() {
        second(WEB, 0);
        throttled = 0.5;
        second(WEB, 90);

        assertThat(allowance()).isEqualTo(4_500);
    }

    @Test
    void aLookBetweenTwoSamplesKeepsTheStepAndLearnsNothing() {
        second(WEB, 0);
        second(WEB, 30);
        totals.merge("web", 900_000L, Long::sum);
        now = now.plusMillis(950);
        PressureStep before = memory.pressure();
        Step<SuppressMemory> step = strategy.step(snapshot(Tick.Cause.SURGE), memory);

        assertThat(step.memory().pressure()).isEqualTo(before);
        assertThat(step.memory().decision().orElseThrow().allowanceMilliCpu()).isEqualTo(3_500);
    }

    @Test
    void itsNeedsAreAskedForWhereItIsSwitchedOn() {
        assertThat(strategy.needs(SloInForce.UNKNOWN)).isEqualTo(PressureRule.NEEDS);
        assertThat(new SuppressStrategy(SuppressConfig.DEFAULT, false).needs(SloInForce.UNKNOWN))
                .isEmpty();
    }

    @Test
    void preflightSaysWhetherTheKernelHasThePressureOfPods() {
        FakeCgroupTree files = new FakeCgroupTree();
        CgroupTree tree = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
        files.put("/cg/kubepods/cpu.max", "max 100000\n");
        assertThat(strategy.preflight(new Ground(tree, 1, Path.of("/sys"))))
                .contains("pressure step    not supported here: no cpu.pressure in the group of all pods");

        files.put("/cg/kubepods/cpu.pressure", "");
        CgroupTree with = new CgroupTree(Path.of("/cg"), CgroupVersion.V2, CgroupDriver.CGROUPFS, files);
        assertThat(strategy.preflight(new Ground(with, 1, Path.of("/sys"))))
                .contains("pressure step    works, from 20 % of a second on");
        assertThat(new SuppressStrategy(SuppressConfig.DEFAULT, false).preflight(new Ground(with, 1, Path.of("/sys"))))
                .isEmpty();
    }
}
