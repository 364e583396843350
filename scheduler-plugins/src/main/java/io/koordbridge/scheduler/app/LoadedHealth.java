package io.koordbridge.scheduler.app;

import com.codahale.metrics.health.HealthCheck;
import io.koordbridge.scheduler.view.ClusterFeeds;

/** Healthy once all nodes and pods are loaded and while changes arrive. */
final class LoadedHealth extends HealthCheck {

    private final ClusterFeeds feeds;

    LoadedHealth(ClusterFeeds feeds) {
        this.feeds = feeds;
    }

    @Override
    protected Result check() {
        if (!feeds.loaded()) {
            return Result.unhealthy("nodes and pods are not loaded yet");
        }
        return feeds.watching()
                ? Result.healthy()
                : Result.unhealthy("no changes arrive from the API server; answers use the last known state");
    }
}
