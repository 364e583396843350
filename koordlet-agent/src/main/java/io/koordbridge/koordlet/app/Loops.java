package io.koordbridge.koordlet.app;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.qos.batchresource.CgroupBirths;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.KubeQos;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thread for each loop; a round that fails is counted and the next one runs. */
final class Loops implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Loops.class);
    private static final Duration PASS = Duration.ofSeconds(1);
    private static final long RECHECK_EVERY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long ENDING_SECONDS = 5;

    private final MetricRegistry metrics;
    private final Deque<ExecutorService> executors = new ArrayDeque<>();
    private final Deque<AutoCloseable> others = new ArrayDeque<>();
    private final RecurringProblems<String> failing = new RecurringProblems<>();

    Loops(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    /** Runs at a fixed rate. */
    void every(String name, Duration period, Runnable round) {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> thread(name, task));
        executors.push(executor);
        var unused =
                executor.scheduleAtFixedRate(() -> guarded(name, round), 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Runs when a control group of a pod appears, at the latest once a second; every ten seconds it is told to look again. */
    void onBirths(CgroupTree tree, Consumer<Boolean> pass) {
        CgroupBirths births = new CgroupBirths(List.of(
                tree.directory("cpu", tree.paths().qosDir(KubeQos.BEST_EFFORT)),
                tree.directory("cpu", tree.paths().qosDir(KubeQos.BURSTABLE)),
                tree.directory("cpu", tree.paths().qosDir(KubeQos.GUARANTEED))));
        others.push(births);
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> thread("batch-resource", task));
        executors.push(executor);
        executor.execute(() -> runOnBirths(births, pass));
    }

    private void runOnBirths(CgroupBirths births, Consumer<Boolean> pass) {
        long rechecked = System.nanoTime();
        while (!Thread.currentThread().isInterrupted()) {
            boolean recheck = System.nanoTime() - rechecked >= RECHECK_EVERY_NANOS;
            rechecked = recheck ? System.nanoTime() : rechecked;
            guarded("batch-resource", () -> pass.accept(recheck));
            try {
                births.await(PASS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void guarded(String name, Runnable round) {
        try {
            round.run();
            if (failing.ends(name)) {
                LOG.info("rounds succeed again loop={}", name);
            }
        } catch (RuntimeException | Error e) {
            metrics.counter(MetricNames.of("koord_koordlet_loop_failures_total", "loop", name))
                    .inc();
            tell(name, e);
        }
    }

    /** The same failure is told when it begins and when it ends: most rounds come once a second. */
    private void tell(String name, Throwable problem) {
        if (failing.begins(name, problem.toString())) {
            LOG.error("rounds fail, tried on loop={}", name, problem);
        }
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, "koordlet-" + name);
        thread.setDaemon(true);
        return thread;
    }

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
        for (ExecutorService executor : executors) {
            try {
                boolean ended = executor.awaitTermination(ENDING_SECONDS, TimeUnit.SECONDS);
                LOG.debug("loop ended={}", ended);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
