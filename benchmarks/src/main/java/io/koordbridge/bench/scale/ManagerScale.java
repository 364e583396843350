package io.koordbridge.bench.scale;

import static org.awaitility.Awaitility.await;

import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.bench.cluster.PublishedCapacity;
import io.koordbridge.bench.report.Percentiles;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.bench.report.StolenCpu;
import io.koordbridge.lab.kube.ApiWrites;
import io.koordbridge.lab.kube.ApiWrites.Write;
import io.koordbridge.lab.manager.ManagerReplica;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Starts koord-manager on a full cluster and measures what it does and what it costs. */
public final class ManagerScale {

    private static final Duration LONG = Duration.ofMinutes(15);
    private static final Duration CHANGE_PATIENCE = Duration.ofSeconds(10);
    private static final Duration QUIET = Duration.ofSeconds(4);
    private static final int REPORTERS = 4;
    private static final int BUSY_MILLI = 12_000;
    private static final int BUSY_STEP_MILLI = 3_000;
    private static final int BUSY_STEPS = 3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS = 1_000.0;
    private static final double LATENCY_LIMIT_MILLIS = 200;
    private static final double P50 = 50;
    private static final double P99 = 99;

    private final Cluster cluster;
    private final ScaleOptions options;
    private final Recording recording;
    private final Consumer<String> progress;

    public ManagerScale(Cluster cluster, ScaleOptions options, Recording recording, Consumer<String> progress) {
        this.cluster = cluster;
        this.options = options;
        this.recording = recording;
        this.progress = progress;
    }

    /** Runs everything on the cluster, which is full already. */
    public void run() {
        ScaleTargets targets = ScaleTargets.of(options.size().nodes());
        ApiWrites writes = new ApiWrites(cluster.controlPlane().auditLog());
        try (PublishedCapacity published = cluster.watchCapacity()) {
            Duration apiServerBefore = cluster.apiServerCpu();
            StolenCpu stolenBefore = StolenCpu.now();
            long start = System.nanoTime();
            try (ManagerReplica manager = ManagerReplica.launch(
                    cluster.managerOptions("koord-manager").jvm(options.jvm()))) {
                start(manager, published, start, targets);
                recording.figure(
                        "start: CPU taken by the hypervisor", StolenCpu.now().percentSince(stolenBefore), "%");
                recording.figure(
                        "start: API server CPU", seconds(cluster.apiServerCpu().minus(apiServerBefore)), "s");
                List<Write> first = quiet(writes);
                recording.figure("start: writes", first.size(), "requests");
                progress.accept("writes of the start: " + ApiWrites.counts(first));
                threshold(manager, published, targets);
                quiet(writes);
                changes(manager, published);
                quiet(writes);
                steady(manager, writes);
                recording.figure(
                        "peak RSS", (double) (manager.peakResidentBytes() >> 20), "MiB", targets.peakMebibytes());
            }
        }
    }

    private void start(ManagerReplica manager, PublishedCapacity published, long startNanos, ScaleTargets targets) {
        int nodes = options.size().nodes();
        published.awaitThat("all nodes to be published", LONG, () -> {
            manager.process().requireAlive();
            return published.count() == nodes;
        });
        double took = (System.nanoTime() - startNanos) / NANOS_PER_MILLI / MILLIS;
        recording.figure("start: until all nodes are published", took, "s", targets.startSeconds());
        recording.figure("start: CPU", seconds(manager.cpu()), "s", targets.startCpuSeconds());
        recording.figure("start: peak RSS", (double) (manager.peakResidentBytes() >> 20), "MiB");
        progress.accept("all nodes are published after " + took + " s");
        await("a NodeSLO for each node").atMost(LONG).until(() -> cluster.policies() == nodes);
        recording.figure(
                "start: until all NodeSLOs exist", (System.nanoTime() - startNanos) / NANOS_PER_MILLI / MILLIS, "s");
        recording.figure("start: CPU until all NodeSLOs exist", seconds(manager.cpu()), "s");
    }

    private void threshold(ManagerReplica manager, PublishedCapacity published, ScaleTargets targets) {
        Map<String, String> before = published.all();
        Duration cpuBefore = manager.cpu();
        Duration apiServerBefore = cluster.apiServerCpu();
        cluster.reclaimCpu(75, options.rules());
        Duration took = published.awaitThat(
                "the new threshold on all nodes",
                LONG,
                () -> published.differentFrom(before) == options.size().nodes());
        recording.figure("threshold change: until on all nodes", seconds(took), "s", targets.thresholdSeconds());
        recording.figure("threshold change: CPU", seconds(manager.cpu().minus(cpuBefore)), "s");
        recording.figure(
                "threshold change: API server CPU",
                seconds(cluster.apiServerCpu().minus(apiServerBefore)),
                "s");
        progress.accept("the new threshold is on all nodes after " + seconds(took) + " s");
    }

    private void changes(ManagerReplica manager, PublishedCapacity published) {
        Duration cpuBefore = manager.cpu();
        long[] nanos = new long[options.changes()];
        int step = Math.max(1, options.size().nodes() / options.changes());
        for (int i = 0; i < nanos.length; i++) {
            String node = Cluster.nodeName(i * step % options.size().nodes());
            String before = published.of(node);
            int milli = BUSY_MILLI + i * step / options.size().nodes() % BUSY_STEPS * BUSY_STEP_MILLI;
            long start = System.nanoTime();
            cluster.reportSystem(node, milli, Instant.now());
            if (!published.awaitChange(node, before, CHANGE_PATIENCE)) {
                throw new IllegalStateException(
                        node + " still shows " + before + " " + CHANGE_PATIENCE + " after its report");
            }
            nanos[i] = System.nanoTime() - start;
        }
        Percentiles percentiles = new Percentiles(nanos);
        recording.figure("report to Node status: P50", percentiles.millis(P50), "ms");
        recording.figure("report to Node status: P99", percentiles.millis(P99), "ms", LATENCY_LIMIT_MILLIS);
        recording.figure(
                "report to Node status: CPU per change",
                manager.cpu().minus(cpuBefore).toMillis() / (double) nanos.length,
                "ms");
    }

    /** Every node reports what it reported before, evenly spread; nothing may be written. */
    private void steady(ManagerReplica manager, ApiWrites writes) {
        progress.accept("reporting unchanged usage of every node for "
                + options.steady().toSeconds() + " s");
        Duration cpuBefore = manager.cpu();
        long start = System.nanoTime();
        int nodes = options.size().nodes();
        long rounds = Math.max(1, options.steady().toMinutes());
        long reports = nodes * rounds;
        long gapNanos = options.steady().toNanos() / reports;
        ExecutorService reporters = Executors.newFixedThreadPool(REPORTERS);
        for (long i = 0; i < reports; i++) {
            String node = Cluster.nodeName((int) (i % nodes));
            parkUntil(start + i * gapNanos);
            reporters.execute(() -> cluster.reportAgain(node, Instant.now()));
        }
        reporters.shutdown();
        awaitEnd(reporters);
        parkUntil(System.nanoTime() + QUIET.toNanos());
        List<Write> all = writes.next();
        List<Write> own = own(all);
        long arrived = all.stream()
                .filter(write -> write.accepted() && write.resource().equals("nodemetrics/status"))
                .count();
        if (arrived != reports) {
            throw new IllegalStateException(arrived + " of " + reports + " reports were stored");
        }
        recording.figure("steady: unchanged reports", (double) arrived, "requests");
        recording.figure("steady: writes of the manager without its lease", own.size(), "requests", 0);
        recording.figure(
                "steady: CPU",
                seconds(manager.cpu().minus(cpuBefore)) / ((System.nanoTime() - start) / NANOS_PER_MILLI / MILLIS),
                "cores");
        if (!own.isEmpty()) {
            recording.note("writes in the steady state: " + ApiWrites.counts(own));
        }
    }

    /** Waits until the manager has written nothing for a while; what it wrote since the last look. */
    private static List<Write> quiet(ApiWrites writes) {
        List<Write> seen = new ArrayList<>();
        await("the manager to have written everything")
                .atMost(LONG)
                .pollDelay(QUIET)
                .pollInterval(QUIET)
                .until(() -> {
                    List<Write> more = own(writes.next());
                    seen.addAll(more);
                    return more.isEmpty();
                });
        return seen;
    }

    private static List<Write> own(List<Write> writes) {
        return writes.stream()
                .filter(write -> write.agent().startsWith("koord-manager"))
                .filter(write -> !write.resource().equals("leases"))
                .toList();
    }

    private static void awaitEnd(ExecutorService executor) {
        try {
            if (!executor.awaitTermination(LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("reports did not end within " + LONG);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void parkUntil(long nanoTime) {
        long left = nanoTime - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = nanoTime - System.nanoTime();
        }
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / MILLIS;
    }
}
