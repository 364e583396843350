package io.koordbridge.quickstart.story;

import java.time.Duration;

/**
 * Lengths of the scenes. Only scenes have fixed lengths; a job or a part that is slow is waited for as long as it gets on.
 *
 * @param quiet how long the job runs undisturbed
 * @param rush how long the online load lasts at least; it goes on until YARN has drained
 * @param rushLimit how long at most
 * @param calmLimit how long to wait for the lease to grow back
 * @param stall the job has failed when no task finished for this long
 */
public record StoryOptions(Duration quiet, Duration rush, Duration rushLimit, Duration calmLimit, Duration stall) {

    public static final StoryOptions DEFAULT = new StoryOptions(
            Duration.ofSeconds(10),
            Duration.ofSeconds(25),
            Duration.ofSeconds(45),
            Duration.ofSeconds(60),
            Duration.ofMinutes(3));
}
