package io.koordbridge.capacity.offered;

import static io.koordbridge.capacity.offered.CpuMemoryOffer.published;
import static io.koordbridge.protocol.ResourceNames.MID_CPU;
import static io.koordbridge.protocol.ResourceNames.MID_MEMORY;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.Damper;
import io.koordbridge.capacity.damping.Published;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.midresource.MidResourceCalculator;
import io.koordbridge.capacity.midresource.MidTerms;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.util.Map;

/** Mid capacity with damping after its calculator; with damping off it is just what that gives. */
@PureCore
public final class DampedMid {

    private DampedMid() {}

    /** Mid capacity of the node now. */
    public static Damped<MidAllotment> of(CalculationBasis basis, Published published) {
        Rules rules = basis.damping().mid();
        if (basis.damping().off() || rules == null) {
            return Damped.undamped(MidResourceCalculator.calculate(basis.reported(), basis.strategy(), basis.now()));
        }
        MidAllotment computed = MidResourceCalculator.calculate(basis.node(), basis.strategy(), basis.now());
        Damper damper = new Damper(rules, basis.now());
        MidTerms terms = computed.terms();
        if (computed.isReset() || terms == null) {
            return Damped.of(computed, damper.reset(MidCapacity.RESOURCES, published));
        }
        CpuMemoryOffer offer = new CpuMemoryOffer(
                CpuMemory.ofMilliAndBytes(computed.milliCpu(), computed.bytes()),
                terms.offered(),
                terms.capacity(),
                terms.prodRequest());
        Map<String, DampedAmount> damped =
                damper.damp(offer.of(MID_CPU, MID_MEMORY, basis.damping(), rules), published);
        return Damped.of(computed.publishing(published(damped, MID_CPU), published(damped, MID_MEMORY)), damped);
    }
}
