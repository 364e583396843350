package io.koordbridge.kube.client;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Lets writes through at a limited rate, after a second's worth of them at once; whoever writes waits its turn. Reads and the
 * renewal of leases never wait. The API server's own answers to too many requests are obeyed besides.
 */
final class WritePace implements Interceptor {

    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");
    private static final String LEASES = "/leases/";
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final long gapNanos;
    private final LongSupplier nanoTime;
    private long nextNanos;

    WritePace(int perSecond, LongSupplier nanoTime) {
        this.gapNanos = NANOS_PER_SECOND / perSecond;
        this.nanoTime = nanoTime;
        this.nextNanos = nanoTime.getAsLong() - NANOS_PER_SECOND;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (WRITES.contains(request.method()) && !request.uri().getPath().contains(LEASES)) {
            long due = reserve();
            for (long left = due - nanoTime.getAsLong(); left > 0; left = due - nanoTime.getAsLong()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    /** When the next write may begin; each call takes one. */
    synchronized long reserve() {
        long now = nanoTime.getAsLong();
        long earliest = now - NANOS_PER_SECOND;
        long due = nextNanos - earliest < 0 ? earliest : nextNanos;
        nextNanos = due + gapNanos;
        return due;
    }
}
