package io.koordbridge.koordlet.cgroup;

import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes that may block, in a thread of their own: to lower a memory limit the kernel may free memory for seconds. For each file only the
 * newest value waits.
 */
public final class SlowLane implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SlowLane.class);

    private static final long LOOK_MILLIS = 1000;

    private final CgroupExecutor writer;
    private final Thread worker;
    private final Object lock = new Object();
    private Map<Intent.Target, Intent> waiting = new LinkedHashMap<>();
    private Map<Intent.Target, Intent> writing = Map.of();
    private boolean closed;
    private volatile Set<Intent.Target> refused = Set.of();

    public SlowLane(CgroupExecutor writer) {
        this.writer = writer;
        this.worker = DaemonThreads.create("koordlet-slow-writes", this::work);
        worker.start();
    }

    /**
     * Takes values without waiting for them. What was written a short while ago is left out, unless another value of the file waits
     * or is being written.
     *
     * @param levels parents in an earlier list than their children
     */
    public void offer(List<List<Intent>> levels) {
        Instant now = writer.now();
        synchronized (lock) {
            for (List<Intent> level : levels) {
                for (Intent intent : level) {
                    if (isUnderWay(intent.target()) || !writer.isSettled(intent, now)) {
                        waiting.put(intent.target(), intent);
                    }
                }
            }
            if (!waiting.isEmpty()) {
                lock.notifyAll();
            }
        }
    }

    private boolean isUnderWay(Intent.Target file) {
        return waiting.containsKey(file) || writing.containsKey(file);
    }

    /** Files whose last write failed. */
    public Set<Intent.Target> refused() {
        return refused;
    }

    private void work() {
        Optional<List<Intent>> next = next();
        while (next.isPresent()) {
            try {
                List<Intent> batch = next.get();
                if (!batch.isEmpty()) {
                    refused = writer.carryOut(List.of(batch));
                }
                writer.endOverdue();
            } catch (RuntimeException e) {
                LOG.error("slow writes fail", e);
            }
            next = next();
        }
    }

    /** Waits for work; nothing to write for a look at what holds groups back, empty once closed. */
    private Optional<List<Intent>> next() {
        synchronized (lock) {
            writing = Map.of();
            try {
                while (waiting.isEmpty() && !closed) {
                    if (writer.holdsBack()) {
                        lock.wait(LOOK_MILLIS);
                        break;
                    }
                    lock.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
            if (closed) {
                return Optional.empty();
            }
            writing = waiting;
            waiting = new LinkedHashMap<>();
            return Optional.of(new ArrayList<>(writing.values()));
        }
    }

    /** Drops what waits; a write that is under way ends by itself. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
    }
}
