package io.koordbridge.quickstart.story;

import java.time.Duration;

/**
 * Lengths of the scenes.
 *
 * @param quiet how long the job runs undisturbed
 * @param rush how long the online load lasts at least; it goes on until YARN has drained
 * @param rushLimit how long at most
 * @param calmLimit how long to wait for the lease to grow back
 * @param jobLimit how long to wait for the end of the job
 * @param rushPercent online load of the rush, percent of the node
 * @param calmPercent online load otherwise
 */
public record StoryOptions(
        Duration quiet,
        Duration rush,
        Duration rushLimit,
        Duration calmLimit,
        Duration jobLimit,
        int rushPercent,
        int calmPercent) {

    public static final StoryOptions DEFAULT = new StoryOptions(
            Duration.ofSeconds(10),
            Duration.ofSeconds(25),
            Duration.ofSeconds(45),
            Duration.ofSeconds(60),
            Duration.ofSeconds(150),
            50,
            3);
}
