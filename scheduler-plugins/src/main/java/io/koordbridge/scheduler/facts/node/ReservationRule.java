package io.koordbridge.scheduler.facts.node;

import io.koordbridge.api.document.node.ReservedResources;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the reservation annotation takes from allocatable.
 *
 * @param resources reserved amounts as written, cpu in physical milli-cores
 * @param reservedCpus reserved logical cpus; when there are some, their number replaces the cpu amount
 * @param trimsAllocatable false when only the cpus are reserved and allocatable stays as it is
 */
@PureCore
public record ReservationRule(ResourceVector resources, CpuSet reservedCpus, boolean trimsAllocatable) {

    public static final ReservationRule NONE = new ReservationRule(ResourceVector.EMPTY, CpuSet.EMPTY, false);

    private static final long MILLI_PER_CPU = 1000;

    /** The rule that an annotation makes. */
    public static ReservationRule of(ReservedResources reserved) {
        return new ReservationRule(
                ResourceVector.ofQuantities(reserved.resources()), reserved.cpus(), reserved.trimsAllocatable());
    }

    /**
     * The amounts that pods must not use. Batch resources are never among them: their publisher has subtracted the
     * reservation already. Reserved cpus are physical, so on an amplified node they take the amplified amount away.
     */
    public ResourceVector takenFrom(ResourceVector allocatable, NodeRatios ratios) {
        if (!trimsAllocatable) {
            return ResourceVector.EMPTY;
        }
        SortedMap<String, Long> taken = new TreeMap<>(resources.amounts());
        if (!reservedCpus.isEmpty()) {
            taken.put(ResourceNames.CPU, reservedCpus.size() * MILLI_PER_CPU);
        }
        taken.computeIfPresent(ResourceNames.CPU, (name, milli) -> ratios.amplify(milli));
        taken.remove(ResourceNames.BATCH_CPU);
        taken.remove(ResourceNames.BATCH_MEMORY);
        taken.entrySet().removeIf(entry -> entry.getValue() <= 0 || allocatable.get(entry.getKey()) <= 0);
        return ResourceVector.of(taken);
    }
}
