package io.koordbridge.descheduler.act;

import java.time.Duration;

/** Asked before each write, so that a replica that loses the lease sends nothing that could arrive after its end. */
@FunctionalInterface
public interface MayWrite {

    /** Why a write was not sent. */
    String PROBLEM = "not sent: the lease of this replica may end before the call does";

    /**
     * Whether this replica leads, and will until a call that begins now has ended.
     *
     * @param call the longest that the call takes
     */
    boolean within(Duration call);
}
