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

    QuotaMember in(String other) {
        return new QuotaMember(pod, other, heldUntil);
    }

    QuotaMember held(@Nullable Instant until) {
        return new QuotaMember(pod, quota, until);
    }
}
