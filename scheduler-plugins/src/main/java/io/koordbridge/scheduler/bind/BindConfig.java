package io.koordbridge.scheduler.bind;

import java.time.Duration;

/**
 * Limits of binding.
 *
 * @param attempts how often one bind asks the API server
 * @param budget no further attempt starts after this time
 * @param confirmWithin after this time without a feed event a placement is checked with the API server
 * @param maxConcurrent binds under way at once
 * @param maxWait others wait this long for their turn
 */
public record BindConfig(int attempts, Duration budget, Duration confirmWithin, int maxConcurrent, Duration maxWait) {

    public static final BindConfig DEFAULT =
            new BindConfig(2, Duration.ofSeconds(3), Duration.ofSeconds(30), 32, Duration.ofSeconds(20));
}
