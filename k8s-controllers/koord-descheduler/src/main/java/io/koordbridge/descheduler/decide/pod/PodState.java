package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a pod is.
 *
 * @param phase empty when absent
 * @param ready whether the Ready condition is True
 * @param scheduled status of the PodScheduled condition, empty when absent
 * @param terminating whether it has a deletion timestamp
 * @param disruptedSince transition time of the condition DisruptionTarget=True, null without: an eviction by any client
 */
@PureCore
public record PodState(
        String phase,
        boolean ready,
        String scheduled,
        boolean terminating,
        @Nullable Instant disruptedSince) {

    /** Neither Succeeded nor Failed nor terminating. */
    public boolean isActive() {
        return !terminating && !isDone();
    }

    /** Succeeded or Failed. */
    public boolean isDone() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }
}
