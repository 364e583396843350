package io.koordbridge.bench.admission;

import io.koordbridge.bench.admission.TlsConnection.Answer;
import io.koordbridge.bench.report.Percentiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;

/** Requests over many connections. Latency counts from when a request was due, so that a stall is not hidden. */
final class Load {

    private static final int OK = 200;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final SSLContext tls;
    private final int port;
    private final int connections;

    Load(SSLContext tls, int port, int connections) {
        this.tls = tls;
        this.port = port;
        this.connections = connections;
    }

    /**
     * Answers of one phase.
     *
     * @param patched how many answers held a patch
     */
    record Outcome(Percentiles latencyNanos, int answers, long patched, Duration took) {}

    /** A steady rate for a time. */
    Outcome steady(int perSecond, Duration time) {
        int requests = Math.toIntExact(perSecond * time.toSeconds());
        long gapNanos = NANOS_PER_SECOND / perSecond;
        return drive(requests, gapNanos);
    }

    /** As fast as the connections can: each sends its next request when it has its answer. */
    Outcome fast(int requests) {
        return drive(requests, 0);
    }

    private Outcome drive(int requests, long gapNanos) {
        long[] latencies = new long[requests];
        AtomicInteger next = new AtomicInteger();
        AtomicLong patched = new AtomicLong();
        ExecutorService workers = Executors.newFixedThreadPool(connections);
        List<TlsConnection> open = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                open.add(new TlsConnection(tls, port));
            }
            long start = System.nanoTime();
            List<Future<?>> running = new ArrayList<>();
            for (TlsConnection connection : open) {
                running.add(workers.submit(() -> {
                    for (int i = next.getAndIncrement(); i < requests; i = next.getAndIncrement()) {
                        long due = gapNanos == 0 ? System.nanoTime() : start + i * gapNanos;
                        parkUntil(due);
                        patched.addAndGet(patches(connection.send(Review.request(i, port))));
                        latencies[i] = System.nanoTime() - due;
                    }
                    return null;
                }));
            }
            for (Future<?> worker : running) {
                worker.get();
            }
            return new Outcome(
                    new Percentiles(latencies), requests, patched.get(), Duration.ofNanos(System.nanoTime() - start));
        } catch (IOException e) {
            throw new UncheckedIOException("connecting to the webhook", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a request failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            workers.shutdownNow();
            open.forEach(Load::close);
        }
    }

    private static int patches(Answer answer) {
        if (answer.status() != OK || !answer.body().contains("\"allowed\":true")) {
            throw new IllegalStateException("answer " + answer.status() + ": " + answer.body());
        }
        return answer.body().contains("\"patch\":") ? 1 : 0;
    }

    private static void parkUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static void close(TlsConnection connection) {
        try {
            connection.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
