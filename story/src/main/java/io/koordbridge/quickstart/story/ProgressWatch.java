package io.koordbridge.quickstart.story;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * Whether a job gets on. A slow machine is no failure; a job without a step forward for a while is one.
 *
 * @param state of the application
 * @param finishedTasks so far, the most that was seen
 * @param sinceMillis time of the last step forward
 */
@PureCore
public record ProgressWatch(String state, int finishedTasks, long sinceMillis) {

    /** A watch of a job that was just submitted. */
    public static ProgressWatch from(long nowMillis) {
        return new ProgressWatch("", 0, nowMillis);
    }

    /** The watch after a look: another state or more finished tasks are a step forward, anything else is not. */
    public ProgressWatch seen(String nowState, int nowFinished, long nowMillis) {
        boolean forward = !nowState.equals(state) || nowFinished > finishedTasks;
        return forward ? new ProgressWatch(nowState, Math.max(finishedTasks, nowFinished), nowMillis) : this;
    }

    /** Whether there was no step forward for this long. */
    public boolean stalled(long nowMillis, Duration limit) {
        return nowMillis - sinceMillis >= limit.toMillis();
    }
}
