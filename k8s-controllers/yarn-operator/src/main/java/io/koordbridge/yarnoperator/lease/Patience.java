package io.koordbridge.yarnoperator.lease;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;

/**
 * How long a grow waits for pods' share to fall. Our manager lowers it within seconds; another koord-manager writes a small change after five
 * minutes only, and each grow that is given up before that begins anew. So each one that was given up doubles the wait of the node's next,
 * until it is longer than that; a grow for which the first wait was enough resets it.
 *
 * @param doubled how many were given up
 */
@PureCore
public record Patience(int doubled) {

    static final Patience FIRST = new Patience(0);

    private static final Duration LONGEST = Duration.ofMinutes(6);
    private static final int ENOUGH = 8;

    /** The wait, of which the first is configured. */
    Duration of(Duration first) {
        Duration most = first.compareTo(LONGEST) > 0 ? first : LONGEST;
        Duration wait = first.multipliedBy(1L << doubled);
        return wait.compareTo(most) > 0 ? most : wait;
    }

    Patience gaveUp() {
        return new Patience(Math.min(doubled + 1, ENOUGH));
    }
}
