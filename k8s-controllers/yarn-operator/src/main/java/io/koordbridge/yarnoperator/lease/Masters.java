package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.YarnAmount;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What application masters on a node hold.
 *
 * @param held in all, null when it is not known: not asked, not answered, or not by each of its NodeManagers
 * @param askedAt when the oldest of the answers was asked for; masters may have started since
 */
public record Masters(@Nullable YarnAmount held, Instant askedAt) {

    /** Nothing was said. */
    public static final Masters UNKNOWN = new Masters(null, Instant.EPOCH);
}
