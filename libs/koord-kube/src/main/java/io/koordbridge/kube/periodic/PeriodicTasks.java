package io.koordbridge.kube.periodic;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops of a process, each on a daemon thread of its own. A round that fails is logged when that begins and ends, and counted; the next one
 * comes whatever was thrown. Thread-safe.
 */
public final class PeriodicTasks implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTasks.class);
    private static final int PERIODS = 5;
    /** One item takes no longer, whatever its calls wait for. */
    private static final Duration WORK = Duration.ofMinutes(1);

    private final MetricRegistry metrics;
    private final LongSupplier nanoTime;
    private final Queue<Heartbeat> heartbeats = new ConcurrentLinkedQueue<>();
    private final RecurringProblems<String> failing = new RecurringProblems<>();

    public PeriodicTasks(MetricRegistry metrics) {
        this(metrics, System::nanoTime);
    }

    /** With a clock of its own for liveness. */
    public PeriodicTasks(MetricRegistry metrics, LongSupplier nanoTime) {
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    /**
     * Begins rounds, the first after one period, each a period after the end of the one before.
     *
     * @param patience how long the calls of a round may take between two beats, besides the periods
     * @param round beats by itself where it makes calls one after the other
     * @return ends the loop when it is closed
     */
    public Heartbeat every(String name, Duration period, Duration patience, Runnable round) {
        ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(name));
        Heartbeat heartbeat = watched(name, period, patience, executor::shutdownNow);
        ScheduledFuture<?> unused = executor.scheduleWithFixedDelay(
                () -> round(heartbeat, round), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return heartbeat;
    }

    /** As the other, for rounds that make no calls. */
    public Heartbeat every(String name, Duration period, Runnable round) {
        return every(name, period, Duration.ZERO, round);
    }

    /** Watches a loop that runs on a thread of others, which has to beat in each round. */
    public Heartbeat watch(String name, Duration period, Duration patience) {
        return watched(name, period, patience, () -> {});
    }

    /** Watches a thread that works on one item after the other: it beats when it takes one, and rests when it has none. */
    public Heartbeat watchWorker(String name) {
        Heartbeat heartbeat = watch(name, WORK, Duration.ZERO);
        heartbeat.rest();
        return heartbeat;
    }

    private Heartbeat watched(String name, Duration period, Duration patience, Runnable onClose) {
        Heartbeat heartbeat = new Heartbeat(name, period, patience, nanoTime, onClose);
        heartbeats.removeIf(Heartbeat::isClosed);
        heartbeats.add(heartbeat);
        return heartbeat;
    }

    private void round(Heartbeat heartbeat, Runnable round) {
        heartbeat.beat();
        try {
            round.run();
            if (failing.ends(heartbeat.name)) {
                LOG.info("rounds succeed again loop={}", heartbeat.name);
            }
        } catch (RuntimeException | Error e) {
            if (heartbeat.isClosed()) {
                return;
            }
            metrics.counter(MetricNames.of("koord_loop_failures_total", "loop", heartbeat.name))
                    .inc();
            if (failing.begins(heartbeat.name, e.toString())) {
                LOG.error("rounds fail, tried on loop={}", heartbeat.name, e);
            }
        } finally {
            heartbeat.beat();
        }
    }

    /** Loops without a round for more than five periods, each with how long; empty when all is well. */
    public List<String> silent() {
        return heartbeats.stream()
                .filter(Heartbeat::isSilent)
                .map(Heartbeat::text)
                .toList();
    }

    @Override
    public void close() {
        heartbeats.forEach(Heartbeat::close);
    }

    /** The life of one loop. */
    public static final class Heartbeat implements AutoCloseable {

        /** Of a loop that has not begun. */
        public static final Heartbeat NOT_BEGUN =
                new Heartbeat("", Duration.ZERO, Duration.ZERO, System::nanoTime, () -> {});

        private final String name;
        private final Duration period;
        private final Duration patience;
        private final LongSupplier nanoTime;
        private final Runnable onClose;
        private volatile long beatNanos;
        private volatile boolean rests;
        private volatile boolean closed;

        private Heartbeat(String name, Duration period, Duration patience, LongSupplier nanoTime, Runnable onClose) {
            this.name = name;
            this.period = period;
            this.patience = patience;
            this.nanoTime = nanoTime;
            this.onClose = onClose;
            this.beatNanos = nanoTime.getAsLong();
        }

        /** The loop goes on. */
        public void beat() {
            beatNanos = nanoTime.getAsLong();
            rests = false;
        }

        /** There is nothing to do until the next beat. */
        public void rest() {
            rests = true;
        }

        private Duration silence() {
            return Duration.ofNanos(nanoTime.getAsLong() - beatNanos);
        }

        private boolean isClosed() {
            return closed;
        }

        private boolean isSilent() {
            return !closed
                    && !rests
                    && silence().compareTo(period.multipliedBy(PERIODS).plus(patience)) > 0;
        }

        private String text() {
            return "loop " + name + ": no round for " + silence().toSeconds() + " s, one is due every "
                    + period.toMillis() / 1000.0 + " s";
        }

        @Override
        public void close() {
            closed = true;
            onClose.run();
        }
    }
}
