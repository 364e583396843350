package io.koordbridge.yarnoperator.lease;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What application masters on a node hold.
 *
 * @param held in all as far as it is known, null when none of its NodeManagers answered
 * @param askedAt when the oldest of the answers was asked for, long ago while one of them is missing; masters may have started since
 */
public record Masters(@Nullable YarnAmount held, Instant askedAt) {

    /** Nothing was reported. */
    public static final Masters UNKNOWN = new Masters(null, Instant.EPOCH);

    /** What those of several NodeManagers hold. */
    public static Masters sum(List<Masters> all) {
        YarnAmount held = null;
        Instant askedAt = null;
        for (Masters one : all) {
            if (one.held() != null) {
                held = held == null ? one.held() : held.plus(one.held());
            }
            askedAt = askedAt == null || one.askedAt().isBefore(askedAt) ? one.askedAt() : askedAt;
        }
        return askedAt == null ? UNKNOWN : new Masters(held, askedAt);
    }
}
