package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.capacity.steadypods.Steadied;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All damped capacity of a node in one pass, as the pass over the node puts it together. */
record DampedPass(
        Steadied steadied, Damped<BatchAllotment> batch, Damped<MidAllotment> mid, List<Damped<ZoneAllotment>> zones) {

    /** What a pass depends on beside the node, its time and the state. */
    record Setting(
            ColocationStrategy strategy, DampingStrategy damping, List<ZoneCapacity> zones, ShownCapacity shown) {

        Setting(ColocationStrategy strategy, DampingStrategy damping) {
            this(strategy, damping, List.of(), ShownCapacity.NOTHING);
        }
    }

    /** The node shows the same of batch and of mid; zones show nothing. */
    static DampedPass run(NodeSnapshot node, Setting setting, DampingState before, Instant now) {
        CalculationBasis basis = CalculationBasis.of(node, setting.strategy(), setting.damping(), before.pods(), now);
        Damped<BatchAllotment> batch = DampedCalculation.batch(basis, before.batch(), setting.shown());
        return new DampedPass(
                basis.steadied(),
                batch,
                DampedCalculation.mid(basis, before.mid(), setting.shown()),
                DampedCalculation.zones(basis, setting.zones(), batch, before.zones(), Map.of()));
    }

    DampingState after() {
        Map<String, CapacityState> ofZones = new HashMap<>();
        zones.forEach(zone -> ofZones.put(zone.allotment().zone(), zone.after()));
        return new DampingState(batch.after(), mid.after(), ofZones, steadied.after());
    }

    Optional<Instant> askAgainAt() {
        return Stream.concat(
                        zones.stream().map(Damped::askAgainAt),
                        Stream.of(steadied.endsAt(), batch.askAgainAt(), mid.askAgainAt()))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
    }
}
