package io.koordbridge.koordlet.qos.burst;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.koordlet.strategy.StrategyList;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.topology.Processor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** CPU burst on a kernel with control groups version 2, by the shipped writer; the kubelet is played. */
public final class BurstKernelChecks {

    private static final String TIER = "kubepods/burstable";
    private static final String POD = TIER + "/podu1";
    private static final String WEB = POD + "/c1";
    private static final String ID = "containerd://c1";
    /** Of the JVM that is measured: two tenths of a CPU. */
    private static final String SMALL = "200m";

    private static final int SETTLED_TICKS = 12;
    private static final int MEASURED_TICKS = 20;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final double FEWER = 0.2;

    private final CgroupTree tree;
    private final CgroupReader reader;
    private final List<String> problems = new ArrayList<>();
    private final StrategyList list = new StrategyList().add(new BurstStrategy(), snapshot -> true);
    private final SampleStore store = new SampleStore(StoreLimits.DEFAULT);
    private final StrategyRunner runner;
    private final SnapshotBuilder snapshots;
    private final NodeSlo slo = NodeSlo.of(
            new NodeSloSpec(null, null, new CpuBurstStrategy("auto", null, null, null, null), null, null, null),
            null,
            problems::add);
    private Instant now = Instant.now();
    private long throttledBefore;

    public BurstKernelChecks(CgroupTree tree) {
        this.tree = tree;
        this.reader = new CgroupReader(tree);
        CgroupExecutor writer = new CgroupExecutor(
                tree,
                (file, before, after, reason, error) -> {
                    if (error != null) {
                        problems.add(file + " = " + after + ": " + error);
                    }
                },
                Clock.systemUTC(),
                false);
        runner = new StrategyRunner(
                writer,
                new SlowLane(writer),
                new StrategyRunner.Outlets(owner -> {}, order -> {}),
                new MetricRegistry(),
                problems::add);
        list.register(runner);
        snapshots = new SnapshotBuilder(
                new SnapshotBuilder.Sources(
                        store, () -> List.of(new Processor(0, 0, 0, 0)), tree::paths, () -> true, List::of),
                new SnapshotBuilder.Settings(Duration.ofSeconds(2), true, false),
                problem -> {});
        snapshots.taking(new ReadingsReader(reader, store, Duration.ofSeconds(1), problems::add), runner::needs);
    }

    /** Grows, shrinks, and lets the kubelet resize from four CPUs to one; no write is refused. */
    public void resizes() throws IOException {
        make("400000");
        try {
            tick("4", "4", 0.5, 0.1);
            tick("4", "4", 0.5, 0.1);
            same("576000 100000", reader.text(Knob.CPU_CFS_QUOTA, WEB));
            same("576000", reader.text(Knob.CPU_CFS_BURST, WEB));
            now = now.plusSeconds(10);
            tick("4", "4", 0.5, 1);
            same("460800 100000", reader.text(Knob.CPU_CFS_QUOTA, WEB));
            same("460800", reader.text(Knob.CPU_CFS_BURST, POD));
            tick("1", "4", 0, 1);
            write(WEB, "cpu.max", "100000");
            write(POD, "cpu.max", "100000");
            tick("1", "1", 0, 1);
            same("100000 100000", reader.text(Knob.CPU_CFS_QUOTA, WEB));
            same("100000", reader.text(Knob.CPU_CFS_BURST, WEB));
            same(List.of(), problems);
        } finally {
            remove();
        }
    }

    /**
     * Work in bursts waits less with the strategy than without.
     *
     * @return periods in which it had to wait without it and with it
     */
    public String throttlesLess() throws IOException {
        make("20000");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process work = new ProcessBuilder(
                        java,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BurstyWork.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(work.getInputStream(), StandardCharsets.UTF_8))) {
            same("ready", out.readLine());
            write(WEB, "cgroup.procs", String.valueOf(work.pid()));
            long start = throttled();
            rest(MEASURED_TICKS, false);
            long without = throttled() - start;
            rest(SETTLED_TICKS, true);
            long settled = throttled();
            rest(MEASURED_TICKS, true);
            long with = throttled() - settled;
            String figures = without + " throttled periods without, " + with + " with";
            if (without < MEASURED_TICKS / 2 || with > without * FEWER || !problems.isEmpty()) {
                throw new AssertionError(figures + " " + problems);
            }
            return figures;
        } finally {
            work.destroyForcibly().onExit().join();
            remove();
        }
    }

    private void rest(int ticks, boolean bursts) throws IOException {
        for (int i = 0; i < ticks; i++) {
            long end = System.nanoTime() + TICK_NANOS;
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            long seen = throttled();
            if (bursts) {
                tick(SMALL, SMALL, seen > throttledBefore ? 0.5 : 0, 0.2);
            }
            throttledBefore = seen;
        }
    }

    private long throttled() throws IOException {
        return reader.read(Knob.CPU_STAT, WEB).throttledPeriods();
    }

    private void tick(String wanted, String actual, double throttled, double nodeCores) {
        now = now.plusSeconds(1);
        store.append(Metric.NODE_CPU, SampleStore.NODE, now, nodeCores);
        store.append(Metric.CONTAINER_THROTTLED, ID, now, throttled);
        Pod pod = Serialization.unmarshal("""
                metadata: {namespace: shop, name: web, uid: u1, labels: {koordinator.sh/qosClass: LS}}
                spec:
                  containers: [{name: main, resources: {limits: {cpu: "%s"}}}]
                status:
                  phase: Running
                  qosClass: Burstable
                  containerStatuses:
                  - {name: main, containerID: "%s", state: {running: {}}, resources: {limits: {cpu: "%s"}}}
                """.formatted(wanted, ID, actual), Pod.class);
        runner.run(snapshots.build(
                Tick.Cause.TIMER,
                now,
                new NodeView(
                        Optional.empty(),
                        Optional.of(slo),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(PodInfos.of(pod, list.overrides(), problems::add))),
                new SnapshotBuilder.Observed(TierReading.of(reader), List.of(), OptionalDouble.empty(), Set.of())));
    }

    private void make(String quota) throws IOException {
        problems.clear();
        for (String group : List.of(TIER, POD, WEB)) {
            Files.createDirectories(tree.directory("", group));
            if (!group.equals(WEB)) {
                write(group, "cgroup.subtree_control", "+cpu");
            }
        }
        write(POD, "cpu.max", quota);
        write(WEB, "cpu.max", quota);
    }

    private void remove() throws IOException {
        for (String group : List.of(WEB, POD, TIER)) {
            tree.files().removeDirectory(tree.directory("", group));
        }
    }

    private void write(String group, String file, String value) throws IOException {
        tree.files().write(tree.directory("", group).resolve(file), value);
    }

    private static void same(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("wanted " + expected + " but got " + actual);
        }
    }
}
