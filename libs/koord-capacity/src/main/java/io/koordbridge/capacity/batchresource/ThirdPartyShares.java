package io.koordbridge.capacity.batchresource;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.ThirdPartyAllocation;
import io.koordbridge.api.annotation.ThirdPartyAllocations;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.ThirdPartyShare.Source;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What third parties hold, read from the Node annotation; YARN specification sections 1.6 and 6.6. */
@PureCore
public final class ThirdPartyShares {

    private ThirdPartyShares() {}

    /**
     * Sums the allocations whose priority is exactly koord-batch.
     *
     * @param text the annotation, null when absent
     * @throws io.koordbridge.api.annotation.BadAnnotationException naming node, key and value when it is unreadable
     */
    public static ThirdPartyShare read(String nodeName, @Nullable String text) {
        if (text == null) {
            return ThirdPartyShare.NONE;
        }
        ThirdPartyAllocations document = AnnotationCodec.decode(
                "Node/" + nodeName, Annotations.NODE_THIRD_PARTY_ALLOCATIONS, text, ThirdPartyAllocations.class);
        List<ThirdPartyAllocation> allocations = document == null ? null : document.allocations();
        long microCpu = 0;
        long milliBytes = 0;
        for (ThirdPartyAllocation one : allocations == null ? List.<ThirdPartyAllocation>of() : allocations) {
            if (PriorityClass.BATCH.wireName().equals(one.priority())) {
                microCpu = sum(microCpu, one.resources(), ResourceNames.BATCH_CPU);
                milliBytes = sum(milliBytes, one.resources(), ResourceNames.BATCH_MEMORY);
            }
        }
        return new ThirdPartyShare(microCpu, milliBytes, Source.ANNOTATION);
    }

    /** The share while the annotation is unreadable: what was known before, else nothing can be taken off. */
    public static ThirdPartyShare keep(@Nullable ThirdPartyShare lastGood) {
        return lastGood == null ? new ThirdPartyShare(0, 0, Source.UNREADABLE) : lastGood.asLastGood();
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
