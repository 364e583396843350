package io.koordbridge.bench.scheduling;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.bench.report.Recording;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Gives each scheduler in turn the same backlog and counts what it places. Speed and CPU are those between a tenth and nine tenths of
 * the backlog, without the start of the processes.
 */
public final class SchedulingBenchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int CREATORS = 8;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double PERCENT = 100;
    private static final int SMALL = 1_000;
    /** Least share of the stock scheduler's speed that is good, up to 1,000 nodes and above. */
    private static final double SHARE_OF_STOCK_SMALL = 0.7;

    private static final double SHARE_OF_STOCK = 0.5;
    /** Least share of the speed of plain pods that pods with CPUs of their own have to reach. */
    private static final double NUMA_SHARE = 0.6;

    /** Least share of its speed that it keeps with load awareness, and beside pods that fit nowhere. */
    private static final double LOAD_SHARE = 0.9;

    private static final double UNFIT_SHARE = 0.8;
    private static final Duration SETTLE = Duration.ofSeconds(15);
    private static final Duration REST = Duration.ofSeconds(60);

    private static final String OURS = "ours";
    private static final String WITHOUT_LOAD = "ours without load awareness";
    private static final String BESIDE_UNFIT = "ours beside pods that fit nowhere";
    private static final String CHOICE = "ours with kube-scheduler's choice";
    private static final String STOCK = "stock";
    private static final String OTHER = "other";

    private final SchedulingCluster cluster;
    private final SchedulingOptions options;
    private final Path directory;
    private final Recording recording;
    private final Consumer<String> progress;
    private final Map<String, List<Double>> podsPerSecond = new LinkedHashMap<>();
    private final Map<String, List<Double>> cpuMillis = new LinkedHashMap<>();
    private double conflicts;
    private double binds;

    private SchedulingBenchmark(
            SchedulingCluster cluster,
            SchedulingOptions options,
            Path directory,
            Recording recording,
            Consumer<String> progress) {
        this.cluster = cluster;
        this.options = options;
        this.directory = directory;
        this.recording = recording;
        this.progress = progress;
    }

    /** Runs every scheduler on every load. */
    public static void run(SchedulingOptions options, Path directory, Recording recording, Consumer<String> progress) {
        try (SchedulingCluster cluster = SchedulingCluster.start(options, progress)) {
            SchedulingBenchmark benchmark = new SchedulingBenchmark(cluster, options, directory, recording, progress);
            if (options.beyondQuota() > 0) {
                new QuotaPressure(cluster, options.beyondQuota(), directory, progress).run(recording);
                return;
            }
            if (!options.loadAwareness()) {
                benchmark.run();
                return;
            }
            try (NodeReports reports = new NodeReports(cluster.client(), options.nodes())) {
                reports.start();
                benchmark.atRest();
                benchmark.run();
            }
        }
    }

    private void run() {
        Map<String, Supplier<SchedulerArm>> arms = new LinkedHashMap<>();
        arms.put(STOCK, () -> SchedulerArm.stock(cluster.controlPlane()));
        arms.put(OURS, () -> ours());
        if (options.loadAwareness()) {
            arms.put(WITHOUT_LOAD, () -> ours("loadAware.enabled=false"));
        }
        if (options.variants().choice()) {
            arms.put(CHOICE, () -> ours("extender.oneNode=false"));
        }
        if (options.variants().unfit() > 0) {
            putBesideUnfit(arms);
        }
        if (options.other() != null) {
            arms.put(OTHER, () -> SchedulerArm.other(cluster.controlPlane(), options, directory));
        }
        for (int round = 0; round < options.rounds(); round++) {
            for (PodLoad load : options.loads()) {
                arms.forEach((name, start) -> measure(name, load, start));
            }
        }
        podsPerSecond.forEach((key, values) -> recording.figure(key + ": pods per second", median(values), "pods/s"));
        cpuMillis.forEach((key, values) -> recording.figure(key + ": CPU per pod", median(values), "ms"));
        if (options.loads().contains(PodLoad.PLAIN)) {
            double limit = options.nodes() <= SMALL ? 1 / SHARE_OF_STOCK_SMALL : 1 / SHARE_OF_STOCK;
            recording.figure("stock / ours, plain", ratio(STOCK, OURS, PodLoad.PLAIN), "", limit);
            recording.figure("ours / stock, plain: CPU", cpu(OURS) / cpu(STOCK), "");
        }
        if (options.loads().containsAll(List.of(PodLoad.PLAIN, PodLoad.NUMA))) {
            double plain = median(speeds(OURS, PodLoad.PLAIN));
            double numa = median(speeds(OURS, PodLoad.NUMA));
            recording.figure("ours: plain / NUMA", plain / numa, "", 1 / NUMA_SHARE);
        }
        compared(WITHOUT_LOAD, 1 / LOAD_SHARE, "plain: without / with load awareness");
        podsPerSecond.keySet().stream()
                .filter(key -> key.startsWith(BESIDE_UNFIT))
                .map(key -> key.substring(0, key.lastIndexOf(", ")))
                .distinct()
                .forEach(arm -> compared(arm, 1 / UNFIT_SHARE, "plain: ours alone / " + arm));
        for (PodLoad load : options.loads()) {
            recording.figure(load.title() + ": ours / stock", ratio(OURS, STOCK, load), "");
        }
        recording.figure("ours: binds refused as conflict", binds == 0 ? 0 : conflicts / binds * PERCENT, "%", 1);
    }

    private void putBesideUnfit(Map<String, Supplier<SchedulerArm>> arms) {
        if (options.variants().backOffs().isEmpty()) {
            arms.put(BESIDE_UNFIT, () -> ours());
        }
        options.variants()
                .backOffs()
                .forEach(seconds -> arms.put(
                        BESIDE_UNFIT + ", back-off " + seconds + "s",
                        () -> SchedulerArm.ours(cluster.controlPlane(), directory, List.of(), seconds)));
    }

    private SchedulerArm ours(String... settings) {
        return SchedulerArm.ours(cluster.controlPlane(), directory, List.of(settings), SchedulerArm.AS_SHIPPED);
    }

    /** Compares an arm with ours as shipped. */
    private void compared(String arm, double limit, String name) {
        if (speeds(arm, PodLoad.PLAIN).isEmpty()) {
            return;
        }
        double ratio = arm.equals(WITHOUT_LOAD) ? ratio(arm, OURS, PodLoad.PLAIN) : ratio(OURS, arm, PodLoad.PLAIN);
        recording.figure(name, ratio, "", limit);
    }

    /** What the extender uses while reports arrive and no pod waits. */
    private void atRest() {
        try (SchedulerArm arm = ours()) {
            pause(SETTLE);
            Duration before = arm.extenderCpu();
            long begin = System.nanoTime();
            pause(REST);
            double share = arm.extenderCpu().minus(before).toNanos() / (double) (System.nanoTime() - begin) * PERCENT;
            progress.accept("at rest with a report of each node a minute: %.2f %% of a core".formatted(share));
            recording.figure("extender at rest, a report of each node a minute", share, "% of a core", 1);
        }
    }

    private static void pause(Duration time) {
        await("the measured time").pollDelay(time).atMost(time.plus(PATIENCE)).until(() -> true);
    }

    private double cpu(String arm) {
        return median(cpuMillis.getOrDefault(key(arm, PodLoad.PLAIN), List.of()));
    }

    private List<Double> speeds(String arm, PodLoad load) {
        return podsPerSecond.getOrDefault(key(arm, load), List.of());
    }

    private double ratio(String one, String other, PodLoad load) {
        return median(speeds(one, load)) / median(speeds(other, load));
    }

    private static String key(String arm, PodLoad load) {
        return arm + ", " + load.title();
    }

    private void measure(String name, PodLoad load, Supplier<SchedulerArm> start) {
        if (name.startsWith(BESIDE_UNFIT)) {
            create(options.variants().unfit(), number -> PodLoad.unfit("unfit-%05d".formatted(number)));
        }
        create(
                options.backlog(),
                number -> load.pod(
                        "waiting-%05d".formatted(number),
                        number,
                        options.waiting().shapes()));
        Placements placements = new Placements(options.backlog());
        try (Watch watch = client().pods()
                        .inNamespace("default")
                        .withLabel(PodLoad.LABEL, "waiting")
                        .watch(placements);
                SchedulerArm arm = start.get()) {
            placements.await(options.backlog() / 10);
            long begin = System.nanoTime();
            int first = placements.count();
            Duration cpu = arm.cpu();
            Duration extenderCpu = arm.extenderCpu();
            placements.await(options.backlog() * 9 / 10);
            int placed = placements.count() - first;
            double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
            double millis = millis(arm.cpu().minus(cpu)) / placed;
            double extenderMillis = millis(arm.extenderCpu().minus(extenderCpu)) / placed;
            placements.await(options.backlog());
            note(name, load, placed / seconds, millis, arm);
            if (!name.equals(STOCK) && !name.equals(OTHER)) {
                recording.figure(key(name, load) + ": CPU of the extender per pod", extenderMillis, "ms");
            }
        }
        delete("waiting");
        delete("unfit");
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND * MILLIS_PER_SECOND;
    }

    private void note(String name, PodLoad load, double speed, double millis, SchedulerArm arm) {
        podsPerSecond.computeIfAbsent(key(name, load), any -> new ArrayList<>()).add(speed);
        cpuMillis.computeIfAbsent(key(name, load), any -> new ArrayList<>()).add(millis);
        String extender = "";
        if (!name.equals(STOCK) && !name.equals(OTHER)) {
            conflicts += arm.metric("koord_scheduler_binds_total{result=\"conflict\"}");
            binds += arm.metric("koord_scheduler_binds_total{result=\"bound\"}");
            extender = ", extender %d MiB, filter %.2f ms, prioritize %.2f ms, bind %.2f ms"
                    .formatted(
                            arm.extenderMebibytes(), mean(arm, "filter"), mean(arm, "prioritize"), mean(arm, "bind"));
            recording.figure(key(name, load) + ": filter, mean", mean(arm, "filter"), "ms");
            recording.figure(key(name, load) + ": extender RSS", (double) arm.extenderMebibytes(), "MiB");
        }
        progress.accept("%s: %.0f pods/s, %.1f ms of CPU a pod%s".formatted(key(name, load), speed, millis, extender));
    }

    private static double mean(SchedulerArm arm, String verb) {
        String metric = "koord_scheduler_extender_request_seconds_";
        double count = arm.metric(metric + "count{verb=\"" + verb + "\"}");
        return count == 0 ? 0 : arm.metric(metric + "sum{verb=\"" + verb + "\"}") / count * MILLIS_PER_SECOND;
    }

    private void create(int count, IntFunction<Pod> pods) {
        ExecutorService creators = Executors.newFixedThreadPool(CREATORS);
        for (int number = 0; number < count; number++) {
            Pod pod = pods.apply(number);
            creators.execute(() -> client().resource(pod).create());
        }
        creators.shutdown();
        try {
            if (!creators.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the backlog was not created within " + PATIENCE);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private void delete(String label) {
        var waiting = client().pods().inNamespace("default").withLabel(PodLoad.LABEL, label);
        waiting.withGracePeriod(0).delete();
        await("the backlog to be gone")
                .atMost(PATIENCE)
                .until(() -> waiting.list().getItems().isEmpty());
    }

    private KubernetesClient client() {
        return cluster.client();
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0.0);
    }

    /** Counts the pods that have a node. */
    private static final class Placements implements Watcher<Pod> {
        private final Map<String, Boolean> placed;

        Placements(int expected) {
            this.placed = new ConcurrentHashMap<>(expected);
        }

        @Override
        public void eventReceived(Action action, Pod pod) {
            if (pod.getSpec().getNodeName() != null) {
                placed.put(pod.getMetadata().getName(), true);
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            // The run ends by what was counted.
        }

        int count() {
            return placed.size();
        }

        void await(int count) {
            org.awaitility.Awaitility.await("placement of " + count + " pods")
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> count() >= count);
        }
    }
}
