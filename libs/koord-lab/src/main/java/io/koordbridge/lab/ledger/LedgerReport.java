package io.koordbridge.lab.ledger;

import java.time.Duration;
import java.util.List;

/**
 * What a watch saw.
 *
 * @param looks looks at a node with both sides known
 * @param blind looks at a node of which one side was not known: no lease yet, not running, or no answer
 * @param violations each with the time, the node and the amounts; the first ones when there are many
 * @param longestShrink the longest time that more was promised than there was, after the origin fell
 * @param leastRoom the least that any node had left of its origin; below 0 when the origin fell below what was promised
 */
public record LedgerReport(long looks, long blind, List<String> violations, Duration longestShrink, Share leastRoom) {

    public LedgerReport {
        violations = List.copyOf(violations);
    }

    /**
     * Fails unless there was something to see and nothing was wrong.
     *
     * @throws AssertionError with all that was wrong
     */
    public void requireSound() {
        if (looks == 0) {
            throw new AssertionError("the ledger was never seen, " + blind + " looks without data");
        }
        if (!violations.isEmpty()) {
            throw new AssertionError("ledger broken, seen from outside: " + String.join("; ", violations));
        }
    }
}
