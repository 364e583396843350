package io.koordbridge.manager.app;

import com.codahale.metrics.health.HealthCheck;
import java.util.function.BooleanSupplier;

/** Healthy once caches were filled. */
final class SyncedCheck extends HealthCheck {

    private final String what;
    private final BooleanSupplier synced;

    SyncedCheck(String what, BooleanSupplier synced) {
        this.what = what;
        this.synced = synced;
    }

    @Override
    protected Result check() {
        return synced.getAsBoolean() ? Result.healthy() : Result.unhealthy("%s: caches are not filled yet", what);
    }
}
