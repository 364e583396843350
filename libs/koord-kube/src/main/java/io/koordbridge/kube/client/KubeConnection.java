package io.koordbridge.kube.client;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the API server: an explicit URL, else a kubeconfig, else the service account of the pod.
 *
 * @param kubeconfig file, null when not used
 * @param apiServer URL, plain HTTP allowed for an embedded control plane; null when not used
 * @param requestTimeout limit of one call
 * @param maxConcurrentRequests calls under way at once
 * @param maxWritesPerSecond rate above which writes wait, after a second's worth of them at once
 */
public record KubeConnection(
        @Nullable Path kubeconfig,
        @Nullable String apiServer,
        Duration requestTimeout,
        int maxConcurrentRequests,
        int maxWritesPerSecond) {

    /** Enough for 5,000 nodes in 10 s, half of the rate that a busy API server takes. */
    public static final int DEFAULT_WRITES_PER_SECOND = 500;

    public static final KubeConnection DEFAULT = new KubeConnection(null, null, Duration.ofSeconds(10), 32);

    /** With the default rate of writes. */
    public KubeConnection(
            @Nullable Path kubeconfig, @Nullable String apiServer, Duration requestTimeout, int maxConcurrentRequests) {
        this(kubeconfig, apiServer, requestTimeout, maxConcurrentRequests, DEFAULT_WRITES_PER_SECOND);
    }

    public KubeConnection {
        if (requestTimeout.isNegative() || requestTimeout.isZero()) {
            throw new IllegalArgumentException("requestTimeout " + requestTimeout + ": must be above 0");
        }
        if (maxConcurrentRequests < 1) {
            throw new IllegalArgumentException(
                    "maxConcurrentRequests " + maxConcurrentRequests + ": must be at least 1");
        }
        if (maxWritesPerSecond < 1) {
            throw new IllegalArgumentException("maxWritesPerSecond " + maxWritesPerSecond + ": must be at least 1");
        }
    }
}
