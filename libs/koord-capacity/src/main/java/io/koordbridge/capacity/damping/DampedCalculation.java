package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneBatchCalculator;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.damping.CapacityDamper.Offer;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.midresource.MidResourceCalculator;
import io.koordbridge.capacity.midresource.MidTerms;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.util.List;
import java.util.Map;

/** The calculators with damping around them; with damping off they are just the calculators. */
@PureCore
public final class DampedCalculation {

    private DampedCalculation() {}

    /** Batch capacity of the node now. */
    public static Damped<BatchAllotment> batch(CalculationBasis basis, CapacityState before, ShownCapacity shown) {
        BatchAllotment computed = BatchResourceCalculator.calculate(basis.node(), basis.strategy(), basis.now());
        if (basis.damping().off()) {
            return Damped.undamped(computed);
        }
        BatchTerms terms = computed.terms();
        if (computed.isReset() || terms == null) {
            return Damped.of(computed, CapacityDamper.reset(before, shown, basis.now()));
        }
        Offer offer = new Offer(
                terms.capacity(),
                terms.pods().request().plus(heldMid(basis.node())),
                terms.by(computed.cpuPolicy(), computed.memoryPolicy()),
                computed.milliCpu(),
                computed.bytes());
        DampedCapacity damped = damper(basis, basis.damping().batch()).damp(offer, before, shown);
        return Damped.of(
                computed.publishing(damped.cpu().published(), damped.memory().published()), damped);
    }

    /** Mid capacity of the node now. */
    public static Damped<MidAllotment> mid(CalculationBasis basis, CapacityState before, ShownCapacity shown) {
        Rules rules = basis.damping().mid();
        if (basis.damping().off() || rules == null) {
            return Damped.undamped(MidResourceCalculator.calculate(basis.reported(), basis.strategy(), basis.now()));
        }
        MidAllotment computed = MidResourceCalculator.calculate(basis.node(), basis.strategy(), basis.now());
        MidTerms terms = computed.terms();
        if (computed.isReset() || terms == null) {
            return Damped.of(computed, CapacityDamper.reset(before, shown, basis.now()));
        }
        Offer offer = new Offer(
                terms.capacity(), terms.prodRequest(), terms.offered(), computed.milliCpu(), computed.bytes());
        DampedCapacity damped = damper(basis, rules).damp(offer, before, shown);
        return Damped.of(
                computed.publishing(damped.cpu().published(), damped.memory().published()), damped);
    }

    /**
     * Batch capacity of each NUMA zone now.
     *
     * @param node batch capacity of the node in the same pass
     * @param before states by the zone's name
     * @param shown what the zones show, by name
     */
    public static List<Damped<ZoneAllotment>> zones(
            CalculationBasis basis,
            List<ZoneCapacity> capacities,
            Damped<BatchAllotment> node,
            Map<String, CapacityState> before,
            Map<String, ShownCapacity> shown) {
        List<ZoneAllotment> computed =
                ZoneBatchCalculator.calculate(basis.node(), capacities, basis.strategy(), basis.now());
        DampedCapacity whole = node.report();
        return whole == null || node.allotment().isReset()
                ? computed.stream().map(Damped::undamped).toList()
                : new ZoneDamper(basis.damping().batch(), basis.now()).damp(computed, whole, before, shown);
    }

    private static CapacityDamper damper(CalculationBasis basis, Rules rules) {
        return new CapacityDamper(rules, basis.damping().roundMemoryMebibytes(), basis.now());
    }

    private static CpuMemory heldMid(NodeSnapshot node) {
        return node.pods().stream().map(PodDemand::heldMid).reduce(CpuMemory.ZERO, CpuMemory::plus);
    }
}
