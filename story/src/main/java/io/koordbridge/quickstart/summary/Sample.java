package io.koordbridge.quickstart.summary;

/**
 * What was seen at one moment. A value not known yet is -1.
 *
 * @param atMillis since the start of the run
 * @param originMilliCpu batch capacity before it is split
 * @param podsMilliCpu share that pods may request
 * @param leaseVcores what the annotation reserves for YARN
 * @param rmVcores what the ResourceManager may give away
 * @param usedVcores what it has given away
 * @param onlineMilliCpu wanted load of the online service
 * @param limitMilliCpu what the kernel lets best-effort work use; the node's CPUs when it is unlimited
 * @param containers YARN containers
 * @param ledger verdict of the operator
 */
public record Sample(
        long atMillis,
        Phase phase,
        long originMilliCpu,
        long podsMilliCpu,
        long leaseVcores,
        long rmVcores,
        long usedVcores,
        long onlineMilliCpu,
        long limitMilliCpu,
        int containers,
        Ledger ledger) {

    /** Phases of the story. */
    public enum Phase {
        START,
        QUIET,
        RUSH,
        CALM,
        END
    }

    /** Whether what was sold adds up. */
    public enum Ledger {
        OK,
        DRAINING,
        BROKEN,
        NO_DATA
    }
}
