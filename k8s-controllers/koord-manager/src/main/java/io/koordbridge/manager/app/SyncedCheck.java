package io.koordbridge.manager.app;

import com.codahale.metrics.health.HealthCheck;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Healthy once caches were filled; names the kinds that are waited for. */
final class SyncedCheck extends HealthCheck {

    private final Supplier<List<String>> unread;
    private final BooleanSupplier announced;

    SyncedCheck(Supplier<List<String>> unread) {
        this(unread, () -> true);
    }

    /**
     * A check.
     *
     * @param announced whether those who wait for the caches know that they are filled
     */
    SyncedCheck(Supplier<List<String>> unread, BooleanSupplier announced) {
        this.unread = unread;
        this.announced = announced;
    }

    @Override
    protected Result check() {
        List<String> kinds = unread.get();
        if (!kinds.isEmpty()) {
            return Result.unhealthy("caches are not filled yet: %s", String.join(", ", kinds));
        }
        return announced.getAsBoolean() ? Result.healthy() : Result.unhealthy("the controllers have not begun yet");
    }
}
