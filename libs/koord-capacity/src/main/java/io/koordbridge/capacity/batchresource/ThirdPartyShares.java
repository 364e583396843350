package io.koordbridge.capacity.batchresource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.ThirdParties;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.ThirdPartyShare.Source;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What third parties hold, summed for the split of batch resources; YARN specification sections 1.6 and 6.6. */
@PureCore
public final class ThirdPartyShares {

    private ThirdPartyShares() {}

    /** Sums the allocations that count; without anything readable, nothing can be taken off. */
    public static ThirdPartyShare of(Decoded<ThirdParties> read) {
        ThirdParties found = read.value();
        if (found == null) {
            return read.isGood() ? ThirdPartyShare.NONE : new ThirdPartyShare(0, 0, Source.UNREADABLE);
        }
        long microCpu = 0;
        long milliBytes = 0;
        for (ThirdPartyAllocation one : found.batch()) {
            microCpu = sum(microCpu, one.resources(), ResourceNames.BATCH_CPU);
            milliBytes = sum(milliBytes, one.resources(), ResourceNames.BATCH_MEMORY);
        }
        return new ThirdPartyShare(microCpu, milliBytes, Source.ANNOTATION);
    }

    /**
     * What a node still shows after a restart of this process: the difference between origin and pods' part.
     *
     * @param origin the origin annotation's resources
     * @param allocatable what pods have now
     */
    public static Optional<ThirdPartyShare> shown(Map<String, Quantity> origin, Map<String, Quantity> allocatable) {
        boolean complete = Stream.of(origin, allocatable)
                .allMatch(list ->
                        list.containsKey(ResourceNames.BATCH_CPU) && list.containsKey(ResourceNames.BATCH_MEMORY));
        return complete
                ? Optional.of(new ThirdPartyShare(
                        difference(origin, allocatable, ResourceNames.BATCH_CPU),
                        difference(origin, allocatable, ResourceNames.BATCH_MEMORY),
                        Source.LAST_GOOD))
                : Optional.empty();
    }

    private static long difference(Map<String, Quantity> origin, Map<String, Quantity> allocatable, String name) {
        return Math.max(Quantities.milli(origin, name) - Quantities.milli(allocatable, name), 0);
    }

    /** Others' numbers may be absurd: negative ones do not give pods more, and the sum saturates. */
    private static long sum(long before, @Nullable Map<String, Quantity> list, String name) {
        long added = Math.max(Quantities.milli(list, name), 0);
        return added > Long.MAX_VALUE - before ? Long.MAX_VALUE : before + added;
    }
}
