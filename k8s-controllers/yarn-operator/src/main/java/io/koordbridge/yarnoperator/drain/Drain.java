package io.koordbridge.yarnoperator.drain;

import java.time.Instant;
import java.util.Set;

/**
 * One drain.
 *
 * @param since when this leader saw it first
 * @param deadline by when containers have left
 * @param pods uids of the pods that it is about, as they were at its begin
 * @param text one sentence
 */
public record Drain(
        DrainRequest request, Instant since, Instant deadline, Set<String> pods, DrainState state, String text) {

    public Drain {
        pods = Set.copyOf(pods);
    }

    Drain in(DrainState next, String why) {
        return new Drain(request, since, deadline, pods, next, why);
    }

    /** The same for what is asked now; its time and its pods stay. */
    Drain with(DrainRequest now) {
        return new Drain(now, since, deadline, pods, state, text);
    }
}
