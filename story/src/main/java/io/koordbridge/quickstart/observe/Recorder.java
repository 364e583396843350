package io.koordbridge.quickstart.observe;

import io.koordbridge.quickstart.summary.Milestones;
import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Sample.Phase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a sample twice a second, and looks at the two things whose reaction time is measured more often: the kernel's
 * limit every 20 ms, the ResourceManager every 100 ms.
 */
public final class Recorder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final Duration SAMPLE_PERIOD = Duration.ofMillis(500);
    private static final Duration LIMIT_PERIOD = Duration.ofMillis(20);
    private static final Duration CAPACITY_PERIOD = Duration.ofMillis(100);

    private final long startNanos = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(3, task -> {
        Thread thread = new Thread(task, "recorder");
        thread.setDaemon(true);
        return thread;
    });
    private final LongSupplier limitMilliCpu;
    private final LongSupplier rmVcores;
    private final BiFunction<Long, Phase, Sample> sampler;
    private final long nodeMilliCpu;
    private final List<Sample> samples = new ArrayList<>();
    private Phase phase = Phase.START;
    private Milestones marks = Milestones.NONE;
    private long limitBefore = -1;
    private long capacityReference = -1;

    /**
     * A recorder at rest.
     *
     * @param sampler takes a sample for a time in milliseconds and a phase
     */
    public Recorder(
            LongSupplier limitMilliCpu,
            LongSupplier rmVcores,
            BiFunction<Long, Phase, Sample> sampler,
            long nodeMilliCpu) {
        this.limitMilliCpu = limitMilliCpu;
        this.rmVcores = rmVcores;
        this.sampler = sampler;
        this.nodeMilliCpu = nodeMilliCpu;
    }

    /** Starts. */
    public void start() {
        every(SAMPLE_PERIOD, this::sample);
        every(LIMIT_PERIOD, this::watchLimit);
        every(CAPACITY_PERIOD, this::watchCapacity);
    }

    private void every(Duration period, Runnable work) {
        var unused = timer.scheduleWithFixedDelay(() -> guarded(work), 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.debug("one look failed", e);
        }
    }

    /** Milliseconds since the start. */
    public long nowMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    /** The load starts now. */
    public synchronized void loadUp() {
        limitBefore = limitMilliCpu.getAsLong();
        capacityReference = rmVcores.getAsLong();
        phase = Phase.RUSH;
        marks = Milestones.loadUp(nowMillis(), limitBefore, capacityReference);
    }

    /** The load ends now. */
    public synchronized void loadDown() {
        capacityReference = rmVcores.getAsLong();
        phase = Phase.CALM;
        marks = marks.loadDownAt(nowMillis());
    }

    /** Names the samples that follow. */
    public synchronized void phase(Phase next) {
        phase = next;
    }

    private void sample() {
        Phase now;
        synchronized (this) {
            now = phase;
        }
        Sample taken = sampler.apply(nowMillis(), now);
        synchronized (this) {
            samples.add(taken);
        }
    }

    private void watchLimit() {
        if (!waitsForLimit()) {
            return;
        }
        long limit = limitMilliCpu.getAsLong();
        synchronized (this) {
            boolean waiting = phase == Phase.RUSH && marks.suppressed() < 0 && limit >= 0 && limitBefore >= 0;
            if (waiting && limitBefore - limit >= nodeMilliCpu / 10) {
                marks = marks.suppressedAt(nowMillis());
            }
        }
    }

    private synchronized boolean waitsForLimit() {
        return phase == Phase.RUSH && marks.suppressed() < 0;
    }

    /** Requests cost CPU that the story would rather offer. */
    private synchronized boolean waitsForCapacity() {
        return (phase == Phase.RUSH && marks.rmShrunk() < 0) || (phase == Phase.CALM && marks.rmGrown() < 0);
    }

    private void watchCapacity() {
        if (!waitsForCapacity()) {
            return;
        }
        long vcores = rmVcores.getAsLong();
        synchronized (this) {
            if (vcores < 0 || capacityReference < 0) {
                return;
            }
            if (phase == Phase.RUSH && marks.rmShrunk() < 0 && vcores < capacityReference) {
                marks = marks.rmShrunkAt(nowMillis());
            }
            if (phase == Phase.CALM && marks.rmGrown() < 0 && vcores > capacityReference) {
                marks = marks.rmGrownAt(nowMillis());
            }
        }
    }

    /** All samples so far. */
    public synchronized List<Sample> samples() {
        return List.copyOf(samples);
    }

    /** The newest sample. */
    public synchronized java.util.Optional<Sample> latest() {
        return samples.isEmpty() ? java.util.Optional.empty() : java.util.Optional.of(samples.get(samples.size() - 1));
    }

    /** What the watchers have measured. */
    public synchronized Milestones marks() {
        return marks;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
