package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.load.MemoryPressure;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.thread.DaemonThreads;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread for each loop; a round that fails is counted and the next one runs. */
final class Loops implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Loops.class);
    /** A directory that is made anew is watched after this time. */
    private static final Duration LOOK_FOR_DIRECTORIES = Duration.ofSeconds(1);

    private static final String BIRTHS = "births";
    private static final String STALLS = "stalls";
    private static final Duration ENDING = Duration.ofSeconds(3);

    private final MetricRegistry metrics;
    private final PeriodicTasks alive;
    private final Deque<ExecutorService> executors = new ArrayDeque<>();
    private final Map<String, Long> roundEnded = new ConcurrentHashMap<>();
    private final Map<String, ExecutorService> byName = new LinkedHashMap<>();
    private final Deque<AutoCloseable> others = new ArrayDeque<>();
    private final RecurringProblems<String> failing = new RecurringProblems<>();

    /**
     * No loops yet.
     *
     * @param alive reports a loop that hangs
     */
    Loops(MetricRegistry metrics, PeriodicTasks alive) {
        this.metrics = metrics;
        this.alive = alive;
    }

    /**
     * Runs at a fixed rate; rounds that a stall of the process made impossible are not made up for.
     *
     * @param patience how long a round may take before the loop hangs, besides five periods
     * @return what runs more work in the same thread
     */
    Executor every(String name, Duration period, Duration patience, Runnable round) {
        Heartbeat heartbeat = alive.watch(name, period, patience);
        ScheduledExecutorService executor =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("koordlet-" + name));
        executors.push(executor);
        byName.put(name, executor);
        executor.execute(new Repeating(executor, () -> guarded(name, heartbeat, round), period));
        return work -> executor.execute(() -> guarded(name, heartbeat, work));
    }

    /** Runs, and plans its next run. */
    private static final class Repeating implements Runnable {
        private final ScheduledExecutorService executor;
        private final Runnable round;
        private final Pace pace;

        Repeating(ScheduledExecutorService executor, Runnable round, Duration period) {
            this.executor = executor;
            this.round = round;
            this.pace = new Pace(period, System.nanoTime());
        }

        @Override
        public void run() {
            round.run();
            try {
                var unused = executor.schedule(this, pace.nextDelayNanos(System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                LOG.trace("no further round, the loop ends");
            }
        }
    }

    /** Runs when a control group of a pod appears. */
    void onBirths(CgroupTree tree, Duration patience, Runnable born) {
        Heartbeat heartbeat = alive.watch(BIRTHS, LOOK_FOR_DIRECTORIES, patience);
        CgroupWatcher births = new CgroupWatcher(() -> List.of(
                tree.directory("cpu", tree.paths().qosDir(KubeQos.BEST_EFFORT)),
                tree.directory("cpu", tree.paths().qosDir(KubeQos.BURSTABLE)),
                tree.directory("cpu", tree.paths().qosDir(KubeQos.GUARANTEED))));
        others.push(births);
        start(BIRTHS, () -> runOn(BIRTHS, births::await, heartbeat, born));
    }

    /** Runs when processes of the machine stall for memory, where the kernel says so. */
    void onStalls(Path pressure, Duration patience, Runnable stalled) {
        MemoryPressure watched;
        try {
            watched = MemoryPressure.watch(pressure);
        } catch (IOException e) {
            LOG.info("stalls for memory are not watched, only the timer works cause={}", e.getMessage());
            return;
        }
        LOG.info("stalls for memory are watched trigger={}", watched.trigger());
        Heartbeat heartbeat = alive.watch(STALLS, LOOK_FOR_DIRECTORIES, patience);
        start(STALLS, () -> {
            try (watched) {
                runOn(STALLS, watched::await, heartbeat, stalled);
            }
        });
    }

    private void start(String name, Runnable loop) {
        ExecutorService executor = Executors.newSingleThreadExecutor(DaemonThreads.named("koordlet-" + name));
        executors.push(executor);
        byName.put(name, executor);
        executor.execute(loop);
    }

    /** Says whether something happened, at the latest after a time. */
    private interface Waiting {
        boolean await(Duration longest) throws InterruptedException, IOException;
    }

    private void runOn(String name, Waiting waiting, Heartbeat heartbeat, Runnable work) {
        while (!Thread.currentThread().isInterrupted()) {
            heartbeat.beat();
            try {
                if (waiting.await(LOOK_FOR_DIRECTORIES)) {
                    guarded(name, heartbeat, work);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                LOG.warn("loop ends, the timer goes on loop={} cause={}", name, e.getMessage());
                heartbeat.close();
                return;
            }
        }
    }

    /** How long ago each loop ended a round. */
    Map<String, Long> agesSeconds() {
        long now = System.nanoTime();
        Map<String, Long> ages = new TreeMap<>();
        roundEnded.forEach((name, at) -> ages.put(name, TimeUnit.NANOSECONDS.toSeconds(now - at)));
        return ages;
    }

    private void guarded(String name, Heartbeat heartbeat, Runnable round) {
        heartbeat.beat();
        roundEnded.putIfAbsent(name, System.nanoTime());
        try {
            round.run();
            if (failing.ends(name)) {
                LOG.info("rounds succeed again loop={}", name);
            }
        } catch (RuntimeException | Error e) {
            metrics.counter(MetricNames.of("koord_koordlet_loop_failures_total", "loop", name))
                    .inc();
            tell(name, e);
        } finally {
            roundEnded.put(name, System.nanoTime());
            heartbeat.beat();
        }
    }

    /** A failure is logged when it begins and when it ends: most rounds come once a second. */
    private void tell(String name, Throwable problem) {
        if (failing.begins(name, problem.toString())) {
            LOG.error("rounds fail, tried on loop={}", name, problem);
        }
    }

    /** Ends one loop ahead of the others; whether it ended in time. */
    boolean end(String name, Duration patience) {
        ExecutorService executor = byName.get(name);
        if (executor == null) {
            return true;
        }
        executor.shutdownNow();
        return ended(executor, patience.toNanos());
    }

    private static boolean ended(ExecutorService executor, long nanos) {
        try {
            return executor.awaitTermination(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends all loops, together within a fixed time; one that hangs is left behind. */
    @Override
    public void close() {
        executors.forEach(ExecutorService::shutdownNow);
        for (AutoCloseable other : others) {
            try {
                other.close();
            } catch (Exception e) {
                LOG.warn("not closed", e);
            }
        }
        long deadline = System.nanoTime() + ENDING.toNanos();
        byName.forEach((name, executor) -> {
            if (!ended(executor, deadline - System.nanoTime())) {
                LOG.warn("loop hangs, it is left behind loop={}", name);
            }
        });
    }
}
