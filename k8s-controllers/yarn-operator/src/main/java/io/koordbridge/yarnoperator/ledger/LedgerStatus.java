package io.koordbridge.yarnoperator.ledger;

/** What the ledger says, from good to bad. */
public enum LedgerStatus {
    /** What is sold fits. */
    OK,
    /** More is sold than there is, but an announced shrink is within its grace. */
    DRAINING,
    /** Not known: no fresh report or no cache. */
    NO_DATA,
    /** More is sold than there is. */
    BROKEN;

    /** The worse of two. */
    public LedgerStatus worse(LedgerStatus other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
