package io.koordbridge.bench.scheduling;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.bench.report.Percentiles;
import io.koordbridge.bench.report.Recording;
import io.koordbridge.lab.kube.ChartDefinitions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Pods that come and go at a steady rate, without and beside pods that a quota without room keeps out behind our scheduling gate. */
final class QuotaPressure {

    static final String QUOTA = "no-room";

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration SETTLE = Duration.ofSeconds(15);
    private static final Duration MEASURED = Duration.ofSeconds(60);
    private static final int PER_SECOND = 20;
    private static final int LIFE_SECONDS = 5;
    private static final int CREATORS = 8;
    private static final double P99 = 99;
    private static final double PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SECONDS_PER_MINUTE = 60;
    /** Rate and P99 may change by so much, kube-scheduler use so much more of a core, and so many writes a minute be made. */
    private static final double CHANGE = 1.15;

    private static final double MORE_CPU = 5;
    private static final double MOST_WRITES = 60;

    private final SchedulingCluster cluster;
    private final int waiting;
    private final Path directory;
    private final Consumer<String> progress;

    /** What one arm showed. */
    private record Shown(double perSecond, double p99Millis, double schedulerPercent, double writesPerMinute) {}

    QuotaPressure(SchedulingCluster cluster, int waiting, Path directory, Consumer<String> progress) {
        this.cluster = cluster;
        this.waiting = waiting;
        this.directory = directory;
        this.progress = progress;
    }

    /** Measures both arms and compares them. */
    void run(Recording recording) {
        prepare();
        Shown without = measure("without");
        fill();
        Shown beside = measure("beside " + waiting + " pods beyond their quota");
        recording.figure("without: pods bound per second", without.perSecond(), "pods/s");
        recording.figure("without: created to bound, P99", without.p99Millis(), "ms");
        recording.figure("beside: pods bound per second", beside.perSecond(), "pods/s");
        recording.figure("beside: created to bound, P99", beside.p99Millis(), "ms");
        recording.figure("rate: without / beside", without.perSecond() / beside.perSecond(), "", CHANGE);
        recording.figure("P99: beside / without", beside.p99Millis() / without.p99Millis(), "", CHANGE);
        recording.figure(
                "kube-scheduler: more CPU beside",
                beside.schedulerPercent() - without.schedulerPercent(),
                "% of a core",
                MORE_CPU);
        recording.figure("writes for the waiting pods", beside.writesPerMinute(), "1/min", MOST_WRITES);
    }

    private void prepare() {
        ChartDefinitions.install(client(), ElasticQuota.class);
        cluster.controlPlane().createNamespace("koordinator-system");
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(
                new ObjectMetaBuilder().withName(QUOTA).withNamespace("default").build());
        Map<String, Quantity> nothing = Map.of("cpu", new Quantity("0"));
        quota.setSpec(new ElasticQuotaSpec(nothing, nothing));
        client().resource(quota).create();
    }

    private void fill() {
        progress.accept("creating " + waiting + " pods beyond their quota");
        ExecutorService creators = Executors.newFixedThreadPool(CREATORS);
        CountDownLatch left = new CountDownLatch(waiting);
        for (int number = 0; number < waiting; number++) {
            String name = "beyond-%05d".formatted(number);
            creators.execute(() -> {
                client().resource(PodLoad.beyondQuota(name, QUOTA)).create();
                left.countDown();
            });
        }
        await("the waiting pods").atMost(PATIENCE).until(() -> left.getCount() == 0);
        creators.shutdown();
    }

    private Shown measure(String title) {
        Arrivals arrivals = new Arrivals();
        AtomicInteger writes = new AtomicInteger();
        try (SchedulerArm arm =
                        SchedulerArm.ours(cluster.controlPlane(), directory, List.of(), SchedulerArm.AS_SHIPPED);
                Watch pods = watch("waiting", arrivals);
                Watch beyond = watch("beyond", new Updates<>(writes));
                Watch quotas =
                        client().resources(ElasticQuota.class).inAnyNamespace().watch(new Updates<>(writes));
                Load load = new Load(arrivals)) {
            load.start();
            pause(SETTLE);
            int bound = arrivals.begin();
            int written = writes.get();
            Duration cpu = schedulerCpu(arm);
            long begin = System.nanoTime();
            pause(MEASURED);
            double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
            Shown shown = new Shown(
                    (arrivals.bound() - bound) / seconds,
                    new Percentiles(arrivals.waited()).millis(P99),
                    schedulerCpu(arm).minus(cpu).toNanos() / NANOS_PER_SECOND / seconds * PERCENT,
                    (writes.get() - written) / seconds * SECONDS_PER_MINUTE);
            progress.accept("%s: %.1f pods/s, P99 %.0f ms, kube-scheduler %.1f %% of a core, %.0f writes a minute"
                    .formatted(
                            title,
                            shown.perSecond(),
                            shown.p99Millis(),
                            shown.schedulerPercent(),
                            shown.writesPerMinute()));
            return shown;
        }
    }

    private Watch watch(String label, Watcher<Pod> watcher) {
        return client().pods()
                .inNamespace("default")
                .withLabel(PodLoad.LABEL, label)
                .watch(watcher);
    }

    private static Duration schedulerCpu(SchedulerArm arm) {
        return arm.cpu().minus(arm.extenderCpu());
    }

    private static void pause(Duration time) {
        await("the measured time").pollDelay(time).atMost(time.plus(PATIENCE)).until(() -> true);
    }

    private KubernetesClient client() {
        return cluster.client();
    }

    /** Counts each version of an object after its first. */
    private static final class Updates<T extends HasMetadata> implements Watcher<T> {
        private final AtomicInteger count;

        Updates(AtomicInteger count) {
            this.count = count;
        }

        @Override
        public void eventReceived(Action action, T object) {
            if (action == Action.MODIFIED) {
                count.incrementAndGet();
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            // The run ends by what was counted.
        }
    }

    /** When pods were created, and how long they waited for a node. */
    private static final class Arrivals implements Watcher<Pod> {
        private final Map<String, Long> created = new ConcurrentHashMap<>();
        private final Map<String, Long> waited = new ConcurrentHashMap<>();
        private final AtomicInteger bound = new AtomicInteger();

        @Override
        public void eventReceived(Action action, Pod pod) {
            Long begin = pod.getSpec().getNodeName() == null
                    ? null
                    : created.remove(pod.getMetadata().getName());
            if (begin != null) {
                waited.put(pod.getMetadata().getName(), System.nanoTime() - begin);
                bound.incrementAndGet();
            }
        }

        @Override
        public void onClose(WatcherException cause) {
            // The run ends by what was counted.
        }

        /** Forgets what was before; the number of pods bound so far. */
        int begin() {
            waited.clear();
            return bound.get();
        }

        int bound() {
            return bound.get();
        }

        long[] waited() {
            return waited.values().stream().mapToLong(Long::longValue).toArray();
        }
    }

    /** Creates pods at a steady rate and deletes each after a while. */
    private final class Load implements AutoCloseable {
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        private final ScheduledExecutorService workers = Executors.newScheduledThreadPool(CREATORS);
        private final Arrivals arrivals;
        private int number;

        Load(Arrivals arrivals) {
            this.arrivals = arrivals;
        }

        void start() {
            long period = TimeUnit.SECONDS.toNanos(1) / PER_SECOND;
            var unused = clock.scheduleAtFixedRate(this::next, 0, period, TimeUnit.NANOSECONDS);
        }

        private void next() {
            String name = "passing-%06d".formatted(number++);
            workers.execute(() -> {
                arrivals.created.put(name, System.nanoTime());
                Pod pod = client().resource(PodLoad.PLAIN.pod(name, 0, 1)).create();
                var unused = workers.schedule(() -> delete(pod), LIFE_SECONDS, TimeUnit.SECONDS);
            });
        }

        private void delete(Pod pod) {
            try {
                client().resource(pod).withGracePeriod(0).delete();
            } catch (KubernetesClientException away) {
                // The rest is deleted at the end.
            }
        }

        @Override
        public void close() {
            clock.shutdownNow();
            workers.shutdownNow();
            var rest = client().pods().inNamespace("default").withLabel(PodLoad.LABEL, "waiting");
            rest.withGracePeriod(0).delete();
            await("the passing pods to be gone")
                    .atMost(PATIENCE)
                    .until(() -> rest.list().getItems().isEmpty());
        }
    }
}
