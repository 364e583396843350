package io.koordbridge.frame;

import com.codahale.metrics.health.HealthCheck;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Healthy when the API server answers anything at all; says so soon also when it accepts calls and never answers them. */
final class ApiServerHealth extends HealthCheck {

    /** Below the patience of whoever asks us. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Executor OWN_THREAD =
            question -> DaemonThreads.create("api-server-health", question).start();

    private final KubernetesClient client;
    /** At most one request is open, however often it is called. */
    private @Nullable CompletableFuture<Result> open;

    ApiServerHealth(KubernetesClient client) {
        this.client = client;
    }

    @Override
    protected Result check() throws InterruptedException {
        try {
            return question().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Result.unhealthy(
                    "API server %s: no answer within %d s", client.getMasterUrl(), PATIENCE.toSeconds());
        } catch (ExecutionException e) {
            return Result.unhealthy(e.getCause());
        }
    }

    private synchronized CompletableFuture<Result> question() {
        CompletableFuture<Result> asked = open;
        if (asked == null || asked.isDone()) {
            asked = CompletableFuture.supplyAsync(this::ask, OWN_THREAD);
            open = asked;
        }
        return asked;
    }

    private Result ask() {
        try {
            client.raw("/version");
            return Result.healthy();
        } catch (KubernetesClientException e) {
            return e.getCode() > 0
                    ? Result.healthy("answers %d", e.getCode())
                    : Result.unhealthy("API server %s: %s", client.getMasterUrl(), FailureFormatter.of(e));
        }
    }
}
