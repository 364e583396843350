package io.koordbridge.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long SECOND = 1_000_000_000L;

    private static final Interceptor.RequestTags NO_TAGS = new Interceptor.RequestTags() {
        @Override
        public <T> T getTag(Class<T> type) {
            return null;
        }
    };

    private final AtomicLong now = new AtomicLong(50 * SECOND);
    private final Pace pace = new Pace(10, now::get);

    @Test
    void letsASecondsWorthThroughAtOnceAndThenOneByOne() {
        for (int i = 0; i <= 10; i++) {
            assertThat(pace.reserve()).isLessThanOrEqualTo(now.get());
        }

        assertThat(pace.reserve() - now.get()).isEqualTo(SECOND / 10);
        assertThat(pace.reserve() - now.get()).isEqualTo(2 * SECOND / 10);
    }

    @Test
    void aLongRestSavesUpNoMoreThanASecondsWorth() {
        now.addAndGet(3_600 * SECOND);

        for (int i = 0; i <= 10; i++) {
            assertThat(pace.reserve()).isLessThanOrEqualTo(now.get());
        }
        assertThat(pace.reserve()).isGreaterThan(now.get());
    }

    /** The clock stands still, so that only the interruption can end the wait. */
    @Test
    void anInterruptionEndsTheWaitAndTheWriteIsNotSent() throws Exception {
        for (int i = 0; i <= 10; i++) {
            pace.reserve();
        }
        WritePace writes = new WritePace(pace);
        HttpRequest.Builder builder = new StandardHttpRequest.Builder()
                .uri("http://localhost/api/v1/nodes/n")
                .method("PATCH", "application/json", "{}");
        HttpRequest write = builder.build();
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        Thread writer = new Thread(() -> {
            Throwable thrown = catchThrowable(() -> writes.before(builder, write, NO_TAGS));
            refusal.complete(Thread.currentThread().isInterrupted() ? thrown : null);
        });
        writer.start();

        writer.interrupt();

        assertThat(refusal.get(30, TimeUnit.SECONDS)).isInstanceOf(KubernetesClientException.class);
        writer.join();
    }
}
