package io.koordbridge.yarnoperator.amounts;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster's queues held at a time.
 *
 * @param at when it was asked for
 */
@PureCore
record UseReading(Instant at, ClusterUse use) {

    /** When it does not say what applications have lost, the next reading counts on from what an earlier one said. */
    UseReading after(@Nullable UseReading before) {
        return use.lost() != null || before == null
                ? this
                : new UseReading(
                        at,
                        new ClusterUse(
                                use.allocated(), use.preempted(), before.use().lost()));
    }
}
