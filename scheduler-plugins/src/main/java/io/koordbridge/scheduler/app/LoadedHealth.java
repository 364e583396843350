package io.koordbridge.scheduler.app;

import com.codahale.metrics.health.HealthCheck;
import io.koordbridge.scheduler.view.ClusterInformers;

/** Healthy once all nodes and pods are loaded and while changes arrive. */
final class LoadedHealth extends HealthCheck {

    private final ClusterInformers informers;

    LoadedHealth(ClusterInformers informers) {
        this.informers = informers;
    }

    @Override
    protected Result check() {
        if (!informers.loaded()) {
            return Result.unhealthy("nodes and pods are not loaded yet");
        }
        return informers.watching()
                ? Result.healthy()
                : Result.unhealthy("no changes arrive from the API server; answers use the last known state");
    }
}
