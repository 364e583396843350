package io.koordbridge.yarnoperator.ledger;

/** What the ledger says, from good to bad. */
public enum LedgerStatus {
    /** Pods and YARN fit into the origin. */
    OK,
    /** Pods and YARN exceed the origin, but an announced shrink is within its grace. */
    DRAINING,
    /** Not known: no fresh report or no cache. */
    NO_DATA,
    /** Pods and YARN exceed the origin. */
    BROKEN;

    /** The worse of two. */
    public LedgerStatus worse(LedgerStatus other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
