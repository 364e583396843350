package io.koordbridge.frame;

import com.codahale.metrics.health.HealthCheck;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Healthy when the API server answers anything at all. */
final class ApiServerHealth extends HealthCheck {

    private final KubernetesClient client;

    ApiServerHealth(KubernetesClient client) {
        this.client = client;
    }

    @Override
    protected Result check() {
        try {
            client.raw("/version");
            return Result.healthy();
        } catch (KubernetesClientException e) {
            return e.getCode() > 0
                    ? Result.healthy("answers %d", e.getCode())
                    : Result.unhealthy("API server %s: %s", client.getMasterUrl(), e.getMessage());
        }
    }
}
