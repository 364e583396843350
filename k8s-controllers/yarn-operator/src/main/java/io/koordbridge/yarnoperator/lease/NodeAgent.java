package io.koordbridge.yarnoperator.lease;

import java.time.Instant;

/**
 * What the node agent says about YARN containers on the node.
 *
 * @param processes whether there are any
 * @param measuredAfter a time before the measurement began; {@link Instant#EPOCH} when that is not known
 */
public record NodeAgent(YarnProcesses processes, Instant measuredAfter) {

    /** Without a word of an agent. */
    public static final NodeAgent SILENT = new NodeAgent(YarnProcesses.UNKNOWN, Instant.EPOCH);

    /** What it sees. */
    public enum YarnProcesses {
        PRESENT,
        ABSENT,
        UNKNOWN
    }

    /** Whether no process was left in a measurement that began after a time. */
    boolean provesAbsenceSince(Instant time) {
        return processes == YarnProcesses.ABSENT && !measuredAfter.isBefore(time);
    }
}
