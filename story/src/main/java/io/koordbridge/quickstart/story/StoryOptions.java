package io.koordbridge.quickstart.story;

import java.time.Duration;

/**
 * Lengths of the scenes. Only scenes have fixed lengths; a job or a part that is slow is waited for as long as it gets on.
 *
 * @param quiet how long the job runs undisturbed
 * @param burst how long a burst of online load is
 * @param afterBurst how long its consequences are watched: longer than YARN's grace
 * @param recovery how long at most the lease is waited for before the load comes
 * @param rush how long the online load lasts at least; it goes on until YARN has drained
 * @param rushLimit how long at most: CPU drains with a deadline of minutes
 * @param calmLimit how long to wait for the lease to grow back
 * @param contrast how long the online service is measured by itself, and unprotected
 * @param stall the job has failed when no task finished for this long
 */
public record StoryOptions(
        Duration quiet,
        Duration burst,
        Duration afterBurst,
        Duration recovery,
        Duration rush,
        Duration rushLimit,
        Duration calmLimit,
        Duration contrast,
        Duration stall) {

    /** With a scene of this length for the undisturbed job. */
    public static StoryOptions withQuiet(Duration quiet) {
        return new StoryOptions(
                quiet,
                Duration.ofSeconds(2),
                Duration.ofSeconds(18),
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                Duration.ofSeconds(25),
                Duration.ofSeconds(60),
                Duration.ofSeconds(8),
                Duration.ofMinutes(3));
    }
}
