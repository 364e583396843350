package io.koordbridge.scheduler.app;

import com.codahale.metrics.health.HealthCheck;
import io.koordbridge.scheduler.view.ClusterReflectors;
import java.util.List;

/** Healthy once all nodes and pods are loaded and while changes arrive. */
final class LoadedHealth extends HealthCheck {

    private final ClusterReflectors feeds;

    LoadedHealth(ClusterReflectors feeds) {
        this.feeds = feeds;
    }

    @Override
    protected Result check() {
        List<String> unread = feeds.unread();
        if (!unread.isEmpty()) {
            return Result.unhealthy("not read yet, until then requests are refused: %s", String.join(", ", unread));
        }
        List<String> unwatched = feeds.unwatched();
        return unwatched.isEmpty()
                ? Result.healthy()
                : Result.unhealthy(
                        "no changes arrive, answers use the last known state: %s", String.join(", ", unwatched));
    }
}
