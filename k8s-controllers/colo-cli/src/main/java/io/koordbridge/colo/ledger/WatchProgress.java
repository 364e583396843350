package io.koordbridge.colo.ledger;

import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.colo.terminal.ExitCodes;

/**
 * What a watch has seen so far.
 *
 * @param brokenAtStart broken checks of the process before the watch began; -1 before the first answer
 * @param lastVerdict verdict of the last answer, empty when the last read failed
 */
record WatchProgress(long brokenAtStart, long brokenNow, String lastVerdict) {
    static final WatchProgress NOTHING_SEEN = new WatchProgress(-1, -1, "");

    WatchProgress saw(LedgerAnswer ledger) {
        // A restarted process counts from zero again.
        boolean first = brokenAtStart < 0 || ledger.brokenChecks() < brokenAtStart;
        long start = first ? ledger.brokenChecks() : brokenAtStart;
        return new WatchProgress(start, ledger.brokenChecks(), ledger.verdict());
    }

    WatchProgress failed() {
        return new WatchProgress(brokenAtStart, brokenNow, "");
    }

    /** Also true when the ledger broke and healed between two reads. */
    boolean broken() {
        return lastVerdict.equals("BROKEN") || brokenNow > brokenAtStart;
    }

    int exitCode() {
        if (broken()) {
            return ExitCodes.PROBLEM_FOUND;
        }
        return switch (lastVerdict) {
            case "" -> ExitCodes.CANNOT_REACH;
            case "OK", "DRAINING" -> ExitCodes.OK;
            default -> ExitCodes.PROBLEM_FOUND;
        };
    }
}
