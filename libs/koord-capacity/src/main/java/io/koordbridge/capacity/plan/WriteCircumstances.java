package io.koordbridge.capacity.plan;

import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a write decision depends on besides the values.
 *
 * @param upToDateAt when this process last brought the node up to date, null when never
 * @param held what pods on the node hold of batch and mid resources, in the unit of the resource
 * @param thirdPartyHolds whether anything beside the pods holds batch resources
 * @param owned names that passes write
 */
public record WriteCircumstances(
        @Nullable Instant upToDateAt,
        Instant now,
        ColocationStrategy strategy,
        Map<String, Long> held,
        boolean thirdPartyHolds,
        Owned owned) {

    public WriteCircumstances {
        held = Map.copyOf(held);
    }
}
