package io.koordbridge.kube.queue;

import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keys waiting to be reconciled. A key is held once however often it is added, and is never handed out while it is being
 * worked on: an add during that time hands it out again afterwards.
 *
 * @param <K> key with value equality
 */
public final class WorkQueue<K> implements AutoCloseable {

    private static final Duration FIRST_RETRY = Duration.ofMillis(5);
    private static final Duration LAST_RETRY = Duration.ofSeconds(1000);
    private static final int MAX_DOUBLINGS = 18;

    /** A pass that comes too early is harmless, and not every duration can be counted in nanoseconds. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(1);

    private final ArrayDeque<K> ready = new ArrayDeque<>();
    private final Map<K, Long> waiting = new LinkedHashMap<>();
    private final Map<K, Long> working = new HashMap<>();
    private final Map<K, Integer> failures = new HashMap<>();
    private final Map<K, ScheduledFuture<?>> later = new HashMap<>();
    private final ScheduledExecutorService timer;
    private @Nullable ControllerMetrics counts;
    private boolean closed;

    /** A queue whose timer thread carries the name. */
    public WorkQueue(String name) {
        timer = Executors.newSingleThreadScheduledExecutor(DaemonThreads.named(name + "-timer"));
    }

    /** Counts what comes and goes from now on. */
    synchronized void count(ControllerMetrics metrics) {
        counts = metrics;
    }

    /** Wants the key reconciled now. */
    public synchronized void add(K key) {
        if (closed || waiting.putIfAbsent(key, System.nanoTime()) != null) {
            return;
        }
        if (counts != null) {
            counts.added();
        }
        if (!working.containsKey(key)) {
            ready.add(key);
            notifyAll();
        }
    }

    /** Wants the key reconciled after a delay, at most a day; of several delays the shortest wins. */
    public synchronized void addAfter(K key, Duration delay) {
        if (closed) {
            return;
        }
        long nanos = nanos(delay);
        ScheduledFuture<?> planned = later.get(key);
        if (planned != null && !planned.isDone()) {
            if (planned.getDelay(TimeUnit.NANOSECONDS) <= nanos) {
                return;
            }
            planned.cancel(false);
        }
        later.put(key, timer.schedule(() -> fire(key), nanos, TimeUnit.NANOSECONDS));
    }

    private static long nanos(Duration delay) {
        if (delay.isNegative()) {
            return 0;
        }
        return (delay.compareTo(LONGEST_DELAY) < 0 ? delay : LONGEST_DELAY).toNanos();
    }

    private synchronized void fire(K key) {
        later.remove(key);
        add(key);
    }

    /** Wants the key reconciled after its backoff: 5 ms, doubled with each failure, at most 1000 s. */
    public synchronized void retry(K key) {
        if (counts != null) {
            counts.retried();
        }
        int before = failures.merge(key, 1, Integer::sum) - 1;
        Duration delay = FIRST_RETRY.multipliedBy(1L << Math.min(before, MAX_DOUBLINGS));
        addAfter(key, delay.compareTo(LAST_RETRY) < 0 ? delay : LAST_RETRY);
    }

    /** Resets the key's backoff. */
    public synchronized void forget(K key) {
        failures.remove(key);
    }

    /** The next key, marked as being worked on; empty once the queue is closed. */
    public synchronized Optional<K> take() throws InterruptedException {
        while (ready.isEmpty() && !closed) {
            wait();
        }
        K key = closed ? null : ready.poll();
        if (key == null) {
            return Optional.empty();
        }
        long now = System.nanoTime();
        Long since = waiting.remove(key);
        working.put(key, now);
        if (counts != null && since != null) {
            counts.waited(now - since);
        }
        return Optional.of(key);
    }

    /** The work on a key has ended. */
    public synchronized void done(K key) {
        Long since = working.remove(key);
        if (counts != null && since != null) {
            counts.worked(System.nanoTime() - since);
        }
        if (waiting.containsKey(key)) {
            ready.add(key);
            notifyAll();
        }
    }

    /** For how long the keys that are worked on have been so, in nanoseconds. */
    synchronized List<Long> workingNanos() {
        long now = System.nanoTime();
        return working.values().stream().map(since -> now - since).toList();
    }

    /** Keys that wait now. */
    public synchronized int size() {
        return waiting.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        timer.shutdownNow();
        notifyAll();
    }
}
