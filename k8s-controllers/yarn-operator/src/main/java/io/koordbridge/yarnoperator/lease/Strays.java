package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeAgent.YarnProcesses;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What containers held that a NodeManager left running when it restarted without them: it counts none of it. It is reserved beside the
 * lease, so that neither pods nor the NodeManager's new containers get it, until nothing of it is left.
 *
 * <p>Where the plugin says whether there are processes that the NodeManager does not know, its report decides, as soon as it is younger than
 * the fall. An older plugin does not report that. Then the measurement decides: memory that the processes use beyond what the NodeManager
 * counts belongs to processes that it does not know. The measurement is a mean of minutes, so one that fits is proof enough: a NodeManager
 * ends containers that use more than their size, so each wait ends by it, and what idle strangers may still take later is what the node agent
 * limits and evicts. To wait for an empty group instead would never end on a node that YARN keeps busy.
 *
 * @param held what they may hold
 * @param since when they were found
 */
@PureCore
record Strays(YarnAmount held, Instant since) {

    /** A plugin's report about strangers comes at most so long after the report that shows nothing in use. */
    private static final Duration LATE = Duration.ofMinutes(2);

    /** What becomes of a fall. */
    enum Verdict {
        COUNTS,
        STAYS,
        OPEN
    }

    /** Whether a fall at a restart, to what the NodeManager provably counts, is an end of containers. */
    static Verdict verdict(ProvenUsage.Look look, Instant fall, YarnAmount counted) {
        NodeAgent agent = look.agent();
        if (agent.seesStrangers()) {
            return Verdict.STAYS;
        }
        if (agent.processes() != YarnProcesses.PRESENT || agent.knowsAllSince(fall)) {
            return Verdict.COUNTS;
        }
        boolean said = agent.placed() && agent.strangers() != null;
        if (said || agent.measuredAfter().isBefore(fall)) {
            return Verdict.OPEN;
        }
        // Any process is beyond a count of nothing.
        long used = agent.usedMb() != null ? agent.usedMb() : counted.memoryMb() == 0 ? 1 : 0;
        return used <= counted.memoryMb() ? Verdict.COUNTS : Verdict.STAYS;
    }

    static Strays more(@Nullable Strays before, YarnAmount held, Instant now) {
        return new Strays(before == null ? held : before.held.plus(held), now);
    }

    /** Whether nothing of them is left. */
    boolean over(NodeAgent agent, YarnAmount counted) {
        boolean silent = agent.strangers() == null || (!agent.placed() && !agent.seesStrangers());
        Long used = agent.usedMb();
        boolean fits = silent
                && used != null
                && used <= counted.memoryMb()
                && !agent.measuredAfter().isBefore(since);
        return fits || agent.provesAbsenceSince(since) || agent.knowsAllSince(since);
    }

    /** Whether the plugin sees strangers shortly after a fall that counted. */
    boolean lateWord(ProvenUsage.Look look) {
        return look.agent().seesStrangers() && look.now().isBefore(since.plus(LATE));
    }

    Strays from(Instant now) {
        return new Strays(held, now);
    }
}
