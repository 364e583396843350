package io.koordbridge.colo.evictions;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pod or YARN container that was evicted.
 *
 * @param kind {@code pod} or {@code container}
 * @param name namespace/name of a pod, id of a container
 * @param owner of a pod its controller, of a container its application
 * @param by which process did it
 * @param detail all that was said about it
 * @param freed null when it is not known
 */
record Eviction(
        @Nullable Instant time,
        @Nullable String node,
        String kind,
        String name,
        @Nullable String owner,
        String reason,
        String by,
        @Nullable String detail,
        @Nullable Freed freed) {

    static final String POD = "pod";
    static final String CONTAINER = "container";

    /** What it had. */
    record Freed(@Nullable Long cpuMilli, @Nullable Long memoryBytes) {}

    /** The same, with what only the other one says. */
    Eviction with(Eviction other) {
        return new Eviction(
                time,
                node == null ? other.node : node,
                kind,
                name,
                owner == null ? other.owner : owner,
                reason,
                by,
                detail == null ? other.detail : detail,
                freed == null ? other.freed : freed);
    }
}
