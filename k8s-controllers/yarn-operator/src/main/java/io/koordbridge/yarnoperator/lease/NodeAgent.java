package io.koordbridge.yarnoperator.lease;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent says about YARN containers on the node.
 *
 * @param processes whether there are any
 * @param measuredAfter a time before the measurement began; {@link Instant#EPOCH} when that is not known
 * @param placed whether the plugin has confirmed that containers run where the agent looks: else that it sees none proves nothing
 * @param strangers whether there are processes that the NodeManager does not know, null when nobody says
 */
public record NodeAgent(
        YarnProcesses processes,
        Instant measuredAfter,
        boolean placed,
        @Nullable Boolean strangers) {

    /** Without a word of an agent. */
    public static final NodeAgent SILENT = new NodeAgent(YarnProcesses.UNKNOWN, Instant.EPOCH, false, null);

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
