package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.RealHierarchies;
import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.BatchAmounts;
import io.koordbridge.koordlet.kubepods.BatchContainer;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.batchresource.BatchMemory;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceStrategy;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.tier.TierKeeper;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealCgroupV1IT {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String TIER = "kubepods/besteffort";
    private static final String YARN = TIER + "/hadoop-yarn";
    private static final String CONTAINER = YARN + "/container_1";

    @TempDir
    private Path temp;

    private RealHierarchies kernel;
    private CgroupReader reader;
    private CgroupExecutor executor;
    private final ManualClock ticks = new ManualClock(START);
    private CgroupExecutor ticking;
    private BatchMemory memory = BatchMemory.NONE;

    @BeforeEach
    void makeTier() throws IOException {
        kernel = new RealHierarchies(temp);
        reader = new CgroupReader(kernel.tree());
        executor =
                new CgroupExecutor(kernel.tree(), (file, before, after, reason, error) -> {}, Clock.systemUTC(), false);
        ticking = new CgroupExecutor(kernel.tree(), (file, before, after, reason, error) -> {}, ticks, false);
        new TierKeeper(executor, List.of("cpu", "cpuacct", "memory", "cpuset", "blkio")).ensure();
    }

    @AfterEach
    void removeAll() {
        if (kernel != null) {
            kernel.close();
        }
    }

    @Test
    void aQuotaOnTheTierThrottlesWorkInHadoopYarn() throws IOException {
        kernel.spin(YARN);
        await().until(() -> reader.cpuUsageNanos(YARN) > 0);

        executor.updateNow(new CgroupUpdate(Knob.CPU_CFS_QUOTA, TIER, "10000", "test"));

        await().untilAsserted(() ->
                assertThat(reader.read(Knob.CPU_STAT, TIER).throttledPeriods()).isGreaterThanOrEqualTo(5));
        CgroupFormat.ThrottleStat start = reader.read(Knob.CPU_STAT, TIER);
        long usedBefore = reader.cpuUsageNanos(TIER);
        await().until(() -> reader.read(Knob.CPU_STAT, TIER).periods() >= start.periods() + 20);
        long used = reader.cpuUsageNanos(TIER) - usedBefore;
        long periods = reader.read(Knob.CPU_STAT, TIER).periods() - start.periods();
        // 10 ms in each period of 100 ms, and one slice more for what was running at the first look.
        assertThat(used).isLessThanOrEqualTo((periods + 2) * 10_000_000 * 3 / 2);
        assertThat(reader.read(Knob.CPU_STAT, TIER).ratioSince(start)).isGreaterThan(0.5);
    }

    @Test
    void aProcessCanJoinTheNewTierAtOnce() throws IOException {
        Process process = kernel.spin(YARN);

        await().until(() -> reader.text(Knob.PROCS, YARN).contains(String.valueOf(process.pid())));
        assertThat(reader.cpus(YARN)).isEqualTo(reader.cpus(""));
        assertThat(reader.read(Knob.CPU_SHARES, TIER)).isEqualTo(2);
    }

    @Test
    void aCpusetReachesContainersOfYarnAndIsGivenBack() throws IOException {
        CpuSet all = reader.cpus("");
        Files.createDirectory(kernel.root().resolve("cpuset").resolve(CONTAINER));
        Files.createDirectory(kernel.root().resolve("cpu").resolve(CONTAINER));
        executor.updateNow(new CgroupUpdate(Knob.CPUSET_CPUS, CONTAINER, all.format(), "test"));
        Path cpuset = kernel.root().resolve("cpuset");
        Files.writeString(
                cpuset.resolve(CONTAINER).resolve("cpuset.mems"), Files.readString(cpuset.resolve("cpuset.mems")));
        Process process = kernel.spin(CONTAINER);
        CpuSet one = CpuSet.of(List.of(all.cpus().first()));

        TierReading tier = TierReading.of(reader);
        executor.carryOut(tier.downward().stream()
                .map(dir ->
                        List.of(Intent.of(Knob.CPUSET_CPUS, dir, one, "test").through(all)))
                .toList());

        await().untilAsserted(() -> assertThat(allowedCpus(process)).isEqualTo(one));
        assertThat(reader.cpus(TIER)).isEqualTo(one);
        executor.carryOut(tier.downward().stream()
                .map(dir ->
                        List.of(Intent.of(Knob.CPUSET_CPUS, dir, all, "test").through(all)))
                .toList());
        await().untilAsserted(() -> assertThat(allowedCpus(process)).isEqualTo(all));
    }

    private static CpuSet allowedCpus(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> CpuSet.parse(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aQuotaBelowThatOfAContainerIsRefusedAndCpusAreLimitedInstead() throws IOException {
        kernel.makeDirectories(CONTAINER);
        executor.updateNow(new CgroupUpdate(Knob.CPU_CFS_QUOTA, CONTAINER, "150000", "test"));
        SuppressStrategy strategy = new SuppressStrategy(SuppressConfig.DEFAULT, true);

        Step<SuppressMemory> first =
                strategy.step(overloaded(Set.of()), SuppressMemory.of(Map.of(), Steadiness.MEASURED));
        Set<Intent.Target> refused = executor.carryOut(quotas(first));

        assertThat(refused).containsExactly(new Intent.Target(Knob.CPU_CFS_QUOTA, TIER));
        assertThat(reader.quotaMicros(TIER)).isEqualTo(-1);
        Step<SuppressMemory> second = strategy.step(overloaded(refused), first.memory());
        assertThat(second.reason()).isEqualTo("quota-refused");
        assertThat(second.levels())
                .anySatisfy(level -> assertThat(level)
                        .anyMatch(intent -> intent.update().knob() == Knob.CPUSET_CPUS
                                && intent.update().dir().equals(TIER)));

        executor.updateNow(new CgroupUpdate(Knob.CPU_CFS_QUOTA, CONTAINER, "-1", "test"));
        assertThat(ticking.carryOut(quotas(second))).isEmpty();
        assertThat(reader.quotaMicros(TIER)).isEqualTo(100_000);
    }

    private static List<List<Intent>> quotas(Step<SuppressMemory> step) {
        return step.levels().stream()
                .filter(level -> level.stream().allMatch(one -> one.update().knob() == Knob.CPU_CFS_QUOTA))
                .toList();
    }

    /** Others leave one core of four to the tier, which its quota shall be. */
    private NodeSnapshot overloaded(Set<Intent.Target> refused) throws IOException {
        NodeSloSpec spec = Serialization.unmarshal("""
                resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: 50, cpuSuppressPolicy: cfsQuota}
                """, NodeSloSpec.class);
        Optional<NodeSlo> slo = Optional.of(NodeSlo.of(spec, null, problem -> {}));
        return new NodeSnapshot(
                new Tick(1, START, Tick.Cause.TIMER),
                new NodeView(Optional.empty(), slo, Optional.empty(), Optional.empty(), List.of()),
                SloInForce.UNKNOWN.next(slo, true, true, true, START),
                reader.cpus("").cpus().stream()
                        .map(cpu -> new Processor(cpu, cpu, 0, 0))
                        .toList(),
                TierReading.of(reader),
                Optional.of(new NodeLoad(4_000, 0, 1, List.of(new NodeLoad.Usage(1, false)), List.of())),
                kernel.tree().paths(),
                refused,
                EvictionFacts.NONE,
                Readings.NONE);
    }

    @Test
    void limitsOfABatchPodReadBackFromTheKernel() throws IOException {
        kernel.makeDirectories(TIER + "/podu1/c1");
        PodInfo pod = pod(new BatchAmounts(500, 1_000, 256L << 20));

        pass(pod, 0);

        for (String dir : List.of(TIER + "/podu1", TIER + "/podu1/c1")) {
            assertThat(reader.read(Knob.CPU_SHARES, dir)).isEqualTo(512);
            assertThat(reader.quotaMicros(dir)).isEqualTo(100_000);
            assertThat(reader.read(Knob.MEMORY_LIMIT, dir)).isEqualTo(256L << 20);
        }
    }

    @Test
    void aLargerLimitGrowsParentFirstAndASmallerOneChildFirst() throws IOException {
        kernel.makeDirectories(TIER + "/podu1/c1");
        for (long milli : new long[] {1_000, 2_000, 500}) {
            pass(pod(new BatchAmounts(500, milli, 256L << 20)), 0);

            assertThat(reader.quotaMicros(TIER + "/podu1")).isEqualTo(milli * 100);
            assertThat(reader.quotaMicros(TIER + "/podu1/c1")).isEqualTo(milli * 100);
        }
    }

    @Test
    void whatOthersChangedIsPutRightByTheNextRecheck() throws IOException {
        kernel.makeDirectories(TIER + "/podu1/c1");
        PodInfo pod = pod(new BatchAmounts(500, 1_000, 256L << 20));
        pass(pod, 0);
        Files.writeString(kernel.root().resolve("cpu").resolve(TIER).resolve("podu1/cpu.shares"), "2");

        pass(pod, 1);
        assertThat(reader.read(Knob.CPU_SHARES, TIER + "/podu1")).isEqualTo(2);
        pass(pod, 10);

        assertThat(reader.read(Knob.CPU_SHARES, TIER + "/podu1")).isEqualTo(512);
    }

    /** One tick, so many seconds after the first. */
    private void pass(PodInfo pod, long seconds) {
        BatchResourceStrategy strategy = new BatchResourceStrategy();
        Instant now = START.plusSeconds(seconds);
        ticks.advance(Duration.between(ticks.instant(), now));
        NodeView view = view(pod);
        NodeSnapshot snapshot = new NodeSnapshot(
                new Tick(1, now, Tick.Cause.TIMER),
                view,
                SloInForce.UNKNOWN.next(view.nodeSlo(), true, true, true, now),
                List.of(),
                TierReading.of(reader),
                Optional.empty(),
                kernel.tree().paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
        Step<BatchMemory> step = strategy.step(snapshot, memory);
        memory = step.memory();
        ticking.carryOut(step.levels());
    }

    private static NodeView view(PodInfo pod) {
        return new NodeView(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(pod));
    }

    private static PodInfo pod(BatchAmounts amounts) {
        return new PodInfo(
                new PodInfo.Identity("default", "p", "u1"),
                PodInfo.LifeCycle.RUNNING,
                new PodInfo.Classes(QosClass.BE, QosClass.BE, KubeQos.BEST_EFFORT, PriorityClass.BATCH),
                Amounts.NONE,
                List.of(new ContainerInfo("main", "containerd://c1")),
                new PodInfo.Batch(
                        amounts.requestMilliCpu(),
                        List.of(new BatchContainer(
                                "main", BatchContainer.Role.MAIN, true, amounts, BatchContainer.PlainLimits.NONE)),
                        BatchContainer.PlainLimits.NONE),
                PodInfo.Placement.NONE,
                PlainTraits.RUNNING,
                Overrides.NONE);
    }
}
