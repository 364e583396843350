package io.koordbridge.scheduler.gatekeeper;

import io.koordbridge.kube.thread.DaemonThreads;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Runs writes side by side and begins them in their order. */
public final class WriteThreads implements WritesTogether, AutoCloseable {

    private final ExecutorService threads;

    /** So many threads. */
    public WriteThreads(int number) {
        this.threads = Executors.newFixedThreadPool(number, DaemonThreads.named("gates"));
    }

    @Override
    public void run(List<Runnable> writes) {
        try {
            threads.invokeAll(
                    writes.stream().<Callable<Object>>map(Executors::callable).toList());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
