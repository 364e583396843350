package io.koordbridge.koordlet.audit;

import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Takes events without ever waiting, and hands them to a slow sink in a thread of its own; what does not fit is counted. */
public final class AuditQueue implements Consumer<AuditEvent>, AutoCloseable {

    private static final int CAPACITY = 1024;
    private static final Duration LAST_LINES = Duration.ofSeconds(1);

    private final BlockingQueue<AuditEvent> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong dropped = new AtomicLong();
    private final Consumer<AuditEvent> sink;
    private final Thread worker;
    private volatile boolean closing;

    public AuditQueue(Consumer<AuditEvent> sink) {
        this.sink = sink;
        this.worker = DaemonThreads.create("koordlet-audit", this::work);
        worker.start();
    }

    @Override
    public void accept(AuditEvent event) {
        if (!waiting.offer(event)) {
            dropped.incrementAndGet();
        }
    }

    /** Events that did not fit. */
    public long dropped() {
        return dropped.get();
    }

    private void work() {
        try {
            while (!closing || !waiting.isEmpty()) {
                AuditEvent event = waiting.poll(100, TimeUnit.MILLISECONDS);
                if (event != null) {
                    sink.accept(event);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits a little for the last lines; a disk that hangs does not hold up the end. */
    @Override
    public void close() {
        closing = true;
        try {
            worker.join(LAST_LINES.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
