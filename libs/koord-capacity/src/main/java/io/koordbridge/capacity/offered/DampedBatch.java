package io.koordbridge.capacity.offered;

import static io.koordbridge.capacity.offered.CpuMemoryOffer.published;
import static io.koordbridge.protocol.ResourceNames.BATCH_CPU;
import static io.koordbridge.protocol.ResourceNames.BATCH_MEMORY;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneBatchCalculator;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.Damper;
import io.koordbridge.capacity.damping.Damper.Part;
import io.koordbridge.capacity.damping.Offer;
import io.koordbridge.capacity.damping.Published;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Batch capacity with damping after its calculators; with damping off it is just what they give. */
@PureCore
public final class DampedBatch {

    private DampedBatch() {}

    /** Batch capacity of the node now. */
    public static Damped<BatchAllotment> of(CalculationBasis basis, Published published) {
        BatchAllotment computed = BatchResourceCalculator.calculate(basis.node(), basis.strategy(), basis.now());
        if (basis.damping().off()) {
            return Damped.undamped(computed);
        }
        Damper damper = damper(basis);
        BatchTerms terms = computed.terms();
        if (computed.isReset() || terms == null) {
            return Damped.of(computed, damper.reset(BatchCapacity.RESOURCES, published));
        }
        CpuMemoryOffer offer = new CpuMemoryOffer(
                CpuMemory.ofMilliAndBytes(computed.milliCpu(), computed.bytes()),
                terms.by(computed.cpuPolicy(), computed.memoryPolicy()),
                terms.capacity(),
                terms.pods().request().plus(heldMid(basis)));
        Map<String, DampedAmount> damped = damper.damp(
                offer.of(
                        BATCH_CPU,
                        BATCH_MEMORY,
                        basis.damping(),
                        basis.damping().batch()),
                published);
        return Damped.of(computed.publishing(published(damped, BATCH_CPU), published(damped, BATCH_MEMORY)), damped);
    }

    /**
     * Batch capacity of each NUMA zone now.
     *
     * @param node batch capacity of the node in the same pass
     * @param published what a zone publishes, by its name
     */
    public static List<Damped<ZoneAllotment>> zones(
            CalculationBasis basis,
            List<ZoneCapacity> capacities,
            Damped<BatchAllotment> node,
            Function<String, Published> published) {
        List<ZoneAllotment> computed =
                ZoneBatchCalculator.calculate(basis.node(), capacities, basis.strategy(), basis.now());
        if (node.amounts().isEmpty() || node.allotment().isReset()) {
            return computed.stream().map(Damped::undamped).toList();
        }
        List<Part> parts = computed.stream()
                .map(zone -> new Part(offers(zone), published.apply(zone.zone())))
                .toList();
        List<Map<String, DampedAmount>> shares = damper(basis).share(parts, node.amounts());
        List<Damped<ZoneAllotment>> damped = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            Map<String, DampedAmount> share = shares.get(i);
            damped.add(Damped.of(
                    computed.get(i).publishing(published(share, BATCH_CPU), published(share, BATCH_MEMORY)), share));
        }
        return damped;
    }

    /** Memory of zones is whole bytes. */
    private static Map<String, Offer> offers(ZoneAllotment zone) {
        CpuMemory capacity = zone.terms().capacity();
        return Map.of(
                BATCH_CPU, Offer.of(zone.milliCpu(), capacity.milliCpu()),
                BATCH_MEMORY, Offer.of(zone.wholeBytes(), capacity.bytes()));
    }

    private static CpuMemory heldMid(CalculationBasis basis) {
        return basis.node().pods().stream().map(PodDemand::heldMid).reduce(CpuMemory.ZERO, CpuMemory::plus);
    }

    private static Damper damper(CalculationBasis basis) {
        return new Damper(basis.damping().batch(), basis.now());
    }
}
