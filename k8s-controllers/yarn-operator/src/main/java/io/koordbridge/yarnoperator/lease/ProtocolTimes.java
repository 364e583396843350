package io.koordbridge.yarnoperator.lease;

import java.time.Duration;

/**
 * Times of {@link LeaseProtocol}.
 *
 * @param settle how long the pods' lowered share must have been visible before YARN grows
 * @param reserveTimeout how long pods' share may take to fall before a grow is given up
 * @param growInterval least time between two grows
 * @param drainTimeout YARN's overcommit timeout of a change by policy
 * @param pressureTimeout YARN's overcommit timeout when memory is short
 * @param resendAfter time after which an update without effect is sent again
 * @param uncertainty how long a former leader's call may still be sent, and how long reports have to agree that containers are gone when
 *     the NodeManager itself does not say so
 * @param heartbeats how long a lowered capability must have been reported when the NodeManager cannot be asked: it may restart unseen and
 *     register with what it read before
 * @param staleAfter age from which a report no longer counts
 * @param releaseAfter how long a Node has to be not ready, and its NodeManager gone, before the lease ends without an agent's word
 */
public record ProtocolTimes(
        Duration settle,
        Duration reserveTimeout,
        Duration growInterval,
        Duration drainTimeout,
        Duration pressureTimeout,
        Duration resendAfter,
        Duration uncertainty,
        Duration heartbeats,
        Duration staleAfter,
        Duration releaseAfter) {

    public static final ProtocolTimes DEFAULT = new ProtocolTimes(
            Duration.ofSeconds(2),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            Duration.ofSeconds(15),
            Duration.ofSeconds(2),
            Duration.ofSeconds(15),
            Duration.ofSeconds(15),
            Duration.ofSeconds(15),
            Duration.ofMinutes(10));

    /** The overcommit timeout that never kills: a negative one is not obeyed by a node that ever had another. */
    public static final Duration NEVER_KILL = Duration.ofSeconds(2_000_000);

    /** Age up to which a report is good enough to start a grow: a third of the age that is good enough to keep a lease. */
    public Duration freshFor() {
        return staleAfter.dividedBy(3);
    }

    public ProtocolTimes {
        if (drainTimeout.isNegative() || pressureTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "timeouts " + drainTimeout + ", " + pressureTimeout + ": must not be negative");
        }
    }
}
