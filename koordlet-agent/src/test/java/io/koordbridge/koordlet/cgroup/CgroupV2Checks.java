package io.koordbridge.koordlet.cgroup;

import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.api.slo.ResourceThresholdStrategy;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.NodeCollector;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.burst.BurstKernelChecks;
import io.koordbridge.koordlet.qos.suppress.Steadiness;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressMemory;
import io.koordbridge.koordlet.qos.suppress.SuppressStrategy;
import io.koordbridge.koordlet.snapshot.EvictionFacts;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.tier.TierKeeper;
import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.policy.suppress.NodeLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the agent does with control groups version 2, on a kernel that has them. A program, because such a kernel is often another one
 * than the tests run on. Writes one line for each check: PASS or FAIL, its name, and why.
 */
public final class CgroupV2Checks {

    private static final String GROUP = "kubepods/besteffort/hadoop-yarn/container_1";

    private static final Logger LOG = LoggerFactory.getLogger(CgroupV2Checks.class);

    private final Path results;
    private final CgroupTree tree;
    private final CgroupReader reader;
    private final CgroupExecutor executor;
    private final TierKeeper tier;

    private CgroupV2Checks(Path root, Path results) {
        this.results = results;
        CgroupVersion version = new CgroupProbe(root).version();
        this.tree = new CgroupTree(root, version, CgroupDriver.CGROUPFS, new HostFiles());
        this.reader = new CgroupReader(tree);
        CgroupWriteListener nobody = (file, before, after, reason, error) -> {};
        this.executor = new CgroupExecutor(tree, nobody, Clock.systemUTC(), false);
        this.tier = new TierKeeper(executor, List.of());
    }

    private interface Check {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Runs all checks.
     *
     * @param args mount point of the hierarchy, file for the results
     */
    public static void main(String[] args) throws IOException {
        CgroupV2Checks checks = new CgroupV2Checks(Path.of(args[0]), Path.of(args[1]));
        checks.check("the probe finds version 2 and no obstacle", checks::probe);
        checks.check("the tier is made with its controllers", checks::makeTier);
        checks.check("shares become a weight and read back", checks::weight);
        checks.check("a quota keeps its period and -1 is max", checks::quota);
        checks.check("memory limits read back", checks::memory);
        checks.check("a leveled batch grows and shrinks", checks::leveled);
        checks.check("usage is read from cpu.stat and memory.stat", checks::usage);
        checks.check("a quota on the tier throttles work in hadoop-yarn", checks::throttle);
        checks.check("suppression limits and gives back", checks::suppress);
        checks.check("the node's usage is read", checks::node);
        BurstKernelChecks bursts = new BurstKernelChecks(checks.tree);
        checks.check("quotas and bursts go up and down, and the kubelet resizes a pod", bursts::resizes);
        checks.check("work in bursts waits less with CPU burst", () -> LOG.info("{}", bursts.throttlesLess()));
        checks.check("what was made is removed", checks::remove);
        checks.check("the kernel answers as recorded", checks::record);
    }

    private void check(String name, Check check) throws IOException {
        try {
            check.run();
            line("PASS " + name);
        } catch (IOException | RuntimeException | AssertionError e) {
            line("FAIL " + name + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            line("FAIL " + name + ": interrupted");
        }
    }

    private void line(String text) throws IOException {
        Files.writeString(results, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void same(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError("wanted " + expected + " but got " + actual);
        }
    }

    private static void holds(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    private void update(Knob<?> resource, String dir, String value) {
        UpdateResult result = executor.updateNow(new CgroupUpdate(resource, dir, value, "check"));
        holds(result.updated(), resource + " = " + value + ": " + result.error());
    }

    private void probe() {
        same(CgroupVersion.V2, tree.version());
        same(List.of(), new CgroupProbe(tree.root()).obstacles(CgroupVersion.V2));
        same(OptionalLong.of(0x63677270L), StatFs.magic(tree.root()));
    }

    private void makeTier() throws IOException {
        tier.ensure();
        tier.ensure();
        same(3, tier.made().size());
        tree.files().makeDirectory(tree.directory("", GROUP));
        holds(Files.exists(tree.directory("", GROUP).resolve("cpu.max")), "cpu controller below hadoop-yarn");
        holds(Files.exists(tree.directory("", GROUP).resolve("memory.max")), "memory controller below hadoop-yarn");
        same("1", reader.text(Knob.CPU_SHARES, "kubepods/besteffort"));
    }

    private void weight() throws IOException {
        update(Knob.CPU_SHARES, GROUP, "1024");
        same("39", reader.text(Knob.CPU_SHARES, GROUP));
        same(998L, reader.read(Knob.CPU_SHARES, GROUP));
    }

    private void quota() throws IOException {
        update(Knob.CPU_CFS_QUOTA, GROUP, "50000");
        same("50000 100000", reader.text(Knob.CPU_CFS_QUOTA, GROUP));
        same(50_000L, reader.quotaMicros(GROUP));
        same(100_000L, reader.read(Knob.CPU_CFS_PERIOD, GROUP));
        update(Knob.CPU_CFS_QUOTA, GROUP, "-1");
        same("max 100000", reader.text(Knob.CPU_CFS_QUOTA, GROUP));
        same(-1L, reader.quotaMicros(GROUP));
    }

    private void memory() throws IOException {
        update(Knob.MEMORY_LIMIT, GROUP, String.valueOf(64 << 20));
        same((long) (64 << 20), reader.read(Knob.MEMORY_LIMIT, GROUP));
        update(Knob.MEMORY_LIMIT, GROUP, "-1");
        same(-1L, reader.read(Knob.MEMORY_LIMIT, GROUP));
        for (Knob<?> resource : List.of(Knob.MEMORY_MIN, Knob.MEMORY_LOW, Knob.MEMORY_HIGH)) {
            update(resource, GROUP, String.valueOf(32 << 20));
            same(String.valueOf(32 << 20), reader.text(resource, GROUP));
        }
        update(Knob.MEMORY_HIGH, GROUP, String.valueOf(Long.MAX_VALUE));
        same("max", reader.text(Knob.MEMORY_HIGH, GROUP));
    }

    private void leveled() throws IOException {
        String parent = "kubepods/besteffort/hadoop-yarn";
        for (long micros : new long[] {30_000, 80_000, -1, 20_000}) {
            executor.carryOut(List.of(List.of(quotaUpdate(parent, micros)), List.of(quotaUpdate(GROUP, micros))));
            same(micros, reader.quotaMicros(parent));
            same(micros, reader.quotaMicros(GROUP));
        }
        executor.carryOut(List.of(List.of(quotaUpdate(parent, -1)), List.of(quotaUpdate(GROUP, -1))));
    }

    private static Intent quotaUpdate(String dir, long micros) {
        return Intent.of(Knob.CPU_CFS_QUOTA, dir, micros, "check");
    }

    private Process spin() throws IOException {
        // Takes all the CPU it gets, and 32 MiB.
        String work = "exec dd if=/dev/zero of=/dev/null bs=32M";
        Path procs = tree.directory("", GROUP).resolve("cgroup.procs");
        return new ProcessBuilder("/bin/sh", "-c", "echo $$ > " + procs + " || exit 7; " + work)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private void usage() throws IOException, InterruptedException {
        Process process = spin();
        try {
            until(() -> reader.cpuUsageNanos(GROUP) > 50_000_000, "cpu usage grows");
            until(() -> reader.read(Knob.MEMORY_USAGE, GROUP) > 30 << 20, "memory.current counts");
            until(() -> reader.memoryStat(GROUP).usageBytes() > 30 << 20, "memory.stat counts");
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void throttle() throws IOException, InterruptedException {
        Process process = spin();
        try {
            update(Knob.CPU_CFS_QUOTA, "kubepods/besteffort", "20000");
            until(
                    () -> reader.read(Knob.CPU_STAT, "kubepods/besteffort").throttledPeriods() >= 5,
                    "the tier is throttled");
        } finally {
            process.destroyForcibly().waitFor();
            update(Knob.CPU_CFS_QUOTA, "kubepods/besteffort", "-1");
        }
    }

    private void suppress() throws IOException {
        NodeLoad load = new NodeLoad(1_000, 0, 0.35, List.of(new NodeLoad.Usage(0.35, false)), List.of());
        ResourceThresholdStrategy threshold = new ResourceThresholdStrategy(
                true,
                65L,
                null,
                "cfsQuota",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        NodeSlo slo = NodeSlo.of(new NodeSloSpec(threshold, null, null, null, null, null), null, problem -> {});
        SuppressStrategy strategy = new SuppressStrategy(SuppressConfig.DEFAULT, true);
        Step<SuppressMemory> limited =
                strategy.step(snapshot(slo, load), SuppressMemory.of(Map.of(), Steadiness.MEASURED));
        executor.carryOut(limited.levels());
        same(30_000L, reader.quotaMicros("kubepods/besteffort"));
        executor.carryOut(
                strategy.release(snapshot(slo, load), limited.memory()).levels());
        same(-1L, reader.quotaMicros("kubepods/besteffort"));
    }

    private NodeSnapshot snapshot(NodeSlo slo, NodeLoad load) {
        Instant now = Instant.now();
        NodeView view =
                new NodeView(Optional.empty(), Optional.of(slo), Optional.empty(), Optional.of(Map.of()), List.of());
        return new NodeSnapshot(
                new Tick(1, now, Tick.Cause.TIMER),
                view,
                SloInForce.UNKNOWN.next(view.nodeSlo(), true, true, true, now),
                List.of(new Processor(0, 0, 0, 0)),
                TierReading.of(reader),
                Optional.of(load),
                tree.paths(),
                Set.of(),
                EvictionFacts.NONE,
                Readings.NONE);
    }

    private void node() throws IOException, InterruptedException {
        HostProc proc = new HostProc(new HostFiles(), Path.of("/proc"));
        NodeCollector collector = new NodeCollector(proc);
        collector.collect(Instant.now(), proc.memory());
        until(
                () -> collector
                        .collect(Instant.now(), proc.memory())
                        .filter(usage -> usage.usage().memoryBytes() > 0)
                        .isPresent(),
                "a second look has usage");
    }

    private void remove() throws IOException {
        tree.files().removeDirectory(tree.directory("", GROUP));
        same(List.of(), tier.removeMade());
        holds(!Files.exists(tree.directory("", "kubepods")), "nothing is left");
    }

    private void record() throws IOException {
        // The record begins with a tree of which nobody wants anything yet.
        tree.files().write(tree.root().resolve("cgroup.subtree_control"), "-cpuset -cpu -io -memory -pids");
        List<String> record = KernelRecord.of(CgroupVersion.V2);
        List<String> answers = KernelRecord.play(record, tree.files(), tree.root());
        for (int line = 0; line < record.size(); line++) {
            same(record.get(line), answers.get(line));
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void until(Condition condition, String what) throws InterruptedException {
        ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor();
        try {
            java.util.concurrent.CountDownLatch met = new java.util.concurrent.CountDownLatch(1);
            ScheduledFuture<?> polling = poller.scheduleWithFixedDelay(
                    () -> {
                        try {
                            if (condition.holds()) {
                                met.countDown();
                            }
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    50,
                    50,
                    TimeUnit.MILLISECONDS);
            holds(met.await(30, TimeUnit.SECONDS), what + ", failed=" + polling.isDone());
        } finally {
            poller.shutdownNow();
        }
    }
}
