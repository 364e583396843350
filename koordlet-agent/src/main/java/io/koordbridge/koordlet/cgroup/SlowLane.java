package io.koordbridge.koordlet.cgroup;

import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes that may block, in a thread of their own: to lower a memory limit the kernel may free memory for seconds. For each file only the
 * newest value waits.
 */
public final class SlowLane implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SlowLane.class);

    private final CgroupExecutor writer;
    private final Thread worker;
    private final Object lock = new Object();
    private Map<Intent.Target, Intent> waiting = new LinkedHashMap<>();
    private boolean writing;
    private boolean closed;
    private volatile Set<Intent.Target> refused = Set.of();

    public SlowLane(CgroupExecutor writer) {
        this.writer = writer;
        this.worker = DaemonThreads.create("koordlet-slow-writes", this::work);
        worker.start();
    }

    /**
     * Takes values without waiting for them. What was written a short while ago is left out, unless another value of the file waits
     * or something is being written.
     *
     * @param levels parents in an earlier list than their children
     */
    public void offer(List<List<Intent>> levels) {
        Instant now = writer.now();
        synchronized (lock) {
            for (List<Intent> level : levels) {
                for (Intent intent : level) {
                    if (writing || waiting.containsKey(intent.target()) || !writer.isSettled(intent, now)) {
                        waiting.put(intent.target(), intent);
                    }
                }
            }
            if (!waiting.isEmpty()) {
                lock.notifyAll();
            }
        }
    }

    /** Files whose last write failed. */
    public Set<Intent.Target> refused() {
        return refused;
    }

    private void work() {
        List<Intent> next = next();
        while (!next.isEmpty()) {
            try {
                List<Intent> batch = next;
                refused = writer.carryOut(List.of(batch));
            } catch (RuntimeException e) {
                LOG.error("slow writes fail", e);
            }
            next = next();
        }
    }

    /** Waits for work; nothing once closed. */
    private List<Intent> next() {
        synchronized (lock) {
            writing = false;
            try {
                while (waiting.isEmpty() && !closed) {
                    lock.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return List.of();
            }
            if (closed) {
                return List.of();
            }
            List<Intent> taken = new ArrayList<>(waiting.values());
            waiting = new LinkedHashMap<>();
            writing = true;
            return taken;
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
