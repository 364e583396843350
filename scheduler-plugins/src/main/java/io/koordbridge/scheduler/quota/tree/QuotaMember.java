package io.koordbridge.scheduler.quota.tree;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A pod in its quota, with the end of its hold: null without one, and for a bound pod. */
record QuotaMember(PodQuota pod, String quota, @Nullable Instant heldUntil) {

    boolean assigned() {
        return pod.bound() || heldUntil != null;
    }

    QuotaDemand demand() {
        return QuotaDemand.of(pod.request(), assigned(), pod.nonPreemptible());
    }

    /** What it adds when it enters: nothing when it counts already. */
    QuotaDemand addition() {
        return assigned() ? QuotaDemand.NONE : pod.used();
    }

    QuotaMember in(String other) {
        return new QuotaMember(pod, other, heldUntil);
    }

    QuotaMember held(@Nullable Instant until) {
        return new QuotaMember(pod, quota, until);
    }
}
