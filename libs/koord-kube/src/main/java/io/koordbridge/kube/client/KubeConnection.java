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
 */
public record KubeConnection(
        @Nullable Path kubeconfig, @Nullable String apiServer, Duration requestTimeout, int maxConcurrentRequests) {

    public static final KubeConnection DEFAULT = new KubeConnection(null, null, Duration.ofSeconds(10), 32);

    public KubeConnection {
        if (requestTimeout.isNegative() || requestTimeout.isZero()) {
            throw new IllegalArgumentException("requestTimeout " + requestTimeout + ": must be above 0");
        }
        if (maxConcurrentRequests < 1) {
            throw new IllegalArgumentException(
                    "maxConcurrentRequests " + maxConcurrentRequests + ": must be at least 1");
        }
    }
}
