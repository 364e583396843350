package io.koordbridge.yarnoperator.lease;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the node agent says about YARN containers on the node.
 *
 * @param processes whether there are any
 * @param measuredAfter a time before the measurement began; {@link Instant#EPOCH} when that is not known
 * @param placed whether the plugin has confirmed that containers run where the agent looks: without it, seeing none proves nothing
 * @param strangers whether there are processes that the NodeManager does not know, null when not reported
 * @param usedMb memory that the processes use, null when not known
 */
public record NodeAgent(
        YarnProcesses processes,
        Instant measuredAfter,
        boolean placed,
        @Nullable Boolean strangers,
        @Nullable Long usedMb) {

    /** Without a word of an agent. */
    public static final NodeAgent SILENT = new NodeAgent(YarnProcesses.UNKNOWN, Instant.EPOCH, false, null);

    /** The plugin's report is at most as old as this when a measurement arrives. */
    private static final Duration WORD_LAG = Duration.ofSeconds(15);

    /** What it sees. */
    public enum YarnProcesses {
        PRESENT,
        ABSENT,
        UNKNOWN
    }

    /** Without a measurement of memory. */
    public NodeAgent(YarnProcesses processes, Instant measuredAfter, boolean placed, @Nullable Boolean strangers) {
        this(processes, measuredAfter, placed, strangers, null);
    }

    /** Whether no process was left in a measurement that began after a time. The agent makes the group itself: it is also empty elsewhere. */
    boolean provesAbsenceSince(Instant time) {
        return placed && seesNoneSince(time);
    }

    /** Whether it saw none in such a measurement, which proves nothing where containers run elsewhere. */
    boolean seesNoneSince(Instant time) {
        return processes == YarnProcesses.ABSENT && !measuredAfter.isBefore(time);
    }

    /** Whether the plugin sees processes that its NodeManager does not know. */
    boolean seesStrangers() {
        return Boolean.TRUE.equals(strangers);
    }

    /**
     * Whether the plugin has reported after a time that its NodeManager knows every process. It reports changes only, so the last report is as
     * young as a measurement of the same agent.
     */
    boolean knowsAllSince(Instant time) {
        return placed
                && Boolean.FALSE.equals(strangers)
                && !measuredAfter.minus(WORD_LAG).isBefore(time);
    }

    /** The same where several NodeManagers share the node: each takes the other's containers for strangers. */
    NodeAgent ofSeveral() {
        return new NodeAgent(processes, measuredAfter, placed, null, usedMb);
    }
}
