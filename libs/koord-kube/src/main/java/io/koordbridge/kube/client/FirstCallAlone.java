package io.koordbridge.kube.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The first call opens the connection that all share. Calls that begin at the same time would each open one of their own and throw
 * it away after a whole TLS handshake, so they wait until the first is answered or has failed, or has taken too long.
 */
final class FirstCallAlone implements Interceptor {

    private final Duration patience;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);

    FirstCallAlone(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        boolean first = begun.compareAndSet(false, true);
        if (!first) {
            awaitFirst();
        }
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        ended.countDown();
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        ended.countDown();
    }

    private void awaitFirst() {
        try {
            if (!ended.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                ended.countDown();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
