package io.koordbridge.koordlet.evict;

/** Ends victims of one kind. */
public interface Ending {

    /** Ends one; returns within the time limit of its calls. */
    Outcome end(Victim victim, Pool pool, String reason);

    /**
     * What became of it.
     *
     * @param result one word for the metric
     * @param detail why it stays; empty otherwise
     */
    record Outcome(Result result, String detail) {

        static Outcome of(Result result) {
            return new Outcome(result, "");
        }
    }

    /** How an attempt ended. */
    enum Result {
        EVICTED(EvictionRound.Fate.EVICTED),
        /** It was gone already, or on its way. */
        GONE(EvictionRound.Fate.GONE),
        /** A disruption budget or the plugin protects it. */
        REFUSED(EvictionRound.Fate.STAYS),
        /** No answer, or one that cannot be used. */
        FAILED(EvictionRound.Fate.STAYS),
        /** The decision was too old by then. */
        LATE(EvictionRound.Fate.STAYS);

        private final EvictionRound.Fate fate;

        Result(EvictionRound.Fate fate) {
            this.fate = fate;
        }

        EvictionRound.Fate fate() {
            return fate;
        }
    }
}
