package io.koordbridge.quickstart.summary;

/**
 * What was seen at one moment. A value not known yet is -1.
 *
 * @param atMillis since the start of the run
 * @param onlineMilliCpu wanted load of the online service
 * @param othersMilliCpu CPU that went to processes outside of the story, or to other guests of the host, since the sample before
 * @param originMilliCpu batch capacity before it is split
 * @param pods the part of batch pods
 * @param yarn the part of YARN
 * @param limitMilliCpu what the kernel lets best-effort work use; the node's CPUs when it is unlimited
 * @param ledger verdict of the operator
 */
public record Sample(
        long atMillis,
        Phase phase,
        long onlineMilliCpu,
        long othersMilliCpu,
        long originMilliCpu,
        PodShare pods,
        YarnShare yarn,
        long limitMilliCpu,
        Ledger ledger) {

    /** Phases of the story. */
    public enum Phase {
        START,
        QUIET,
        BURST,
        RUSH,
        CALM,
        END
    }

    /** Whether what is offered adds up. */
    public enum Ledger {
        OK,
        DRAINING,
        BROKEN,
        NO_DATA
    }

    /**
     * The part of batch pods.
     *
     * @param offeredMilliCpu that pods may request
     * @param usedMilliCpu that the two batch pods really use
     */
    public record PodShare(long offeredMilliCpu, long usedMilliCpu) {}

    /**
     * The part of YARN.
     *
     * @param lease reserved in the node's annotation
     * @param capacity what the ResourceManager may give away
     * @param used what it has given away
     * @param usedMilliCpu that its containers really use
     */
    public record YarnShare(Amount lease, Amount capacity, Amount used, int containers, long usedMilliCpu) {}

    /** An amount as YARN counts. */
    public record Amount(long vcores, long megabytes) {
        public static final Amount UNKNOWN = new Amount(-1, -1);

        /** Whether it was seen. */
        public boolean known() {
            return vcores >= 0;
        }
    }

    /** Virtual cores that the ResourceManager may give away. */
    public long capacityVcores() {
        return yarn.capacity().vcores();
    }
}
