package io.koordbridge.manager.app;

import com.codahale.metrics.health.HealthCheck;
import java.util.List;
import java.util.function.Supplier;

/** Healthy once caches were filled; names the kinds that are waited for. */
final class SyncedCheck extends HealthCheck {

    private final Supplier<List<String>> unread;

    SyncedCheck(Supplier<List<String>> unread) {
        this.unread = unread;
    }

    @Override
    protected Result check() {
        List<String> kinds = unread.get();
        return kinds.isEmpty()
                ? Result.healthy()
                : Result.unhealthy("caches are not filled yet: %s", String.join(", ", kinds));
    }
}
