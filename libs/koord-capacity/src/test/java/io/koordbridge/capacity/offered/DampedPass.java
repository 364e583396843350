package io.koordbridge.capacity.offered;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.damping.AmountState;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.Published;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.steadypods.CalculationBasis;
import io.koordbridge.capacity.steadypods.PodMemory;
import io.koordbridge.capacity.steadypods.Steadied;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All damped capacity of a node in one pass, as the pass over the node puts it together. */
public record DampedPass(
        Steadied steadied, Damped<BatchAllotment> batch, Damped<MidAllotment> mid, List<Damped<ZoneAllotment>> zones) {

    /** What a pass depends on beside the node, its time and the state; zones show nothing. */
    public record Setting(
            ColocationStrategy strategy, DampingStrategy damping, List<ZoneCapacity> zones, Map<String, Shown> shown) {

        public Setting(ColocationStrategy strategy, DampingStrategy damping, List<ZoneCapacity> zones) {
            this(strategy, damping, zones, Map.of());
        }
    }

    /** What one pass leaves for the next; amounts of the node by resource, those of zones by name first. */
    public record State(Map<String, AmountState> node, Map<String, Map<String, AmountState>> zones, PodMemory pods) {

        /** Nothing is known of the node. */
        public static final State NONE = new State(Map.of(), Map.of(), PodMemory.NONE);
    }

    /** A node that shows as much batch as mid capacity, and as much of it held. */
    static Map<String, Shown> showing(long milliCpu, long bytes, long heldMilliCpu) {
        Shown cpu = new Shown(milliCpu, heldMilliCpu);
        Shown memory = new Shown(bytes, 0);
        return Map.of(
                ResourceNames.BATCH_CPU, cpu,
                ResourceNames.BATCH_MEMORY, memory,
                ResourceNames.MID_CPU, cpu,
                ResourceNames.MID_MEMORY, memory);
    }

    /** One pass. */
    public static DampedPass run(NodeSnapshot node, Setting setting, State before, Instant now) {
        CalculationBasis basis = CalculationBasis.of(node, setting.strategy(), setting.damping(), before.pods(), now);
        Published published = new Published(before.node(), setting.shown());
        Damped<BatchAllotment> batch = DampedBatch.of(basis, published);
        return new DampedPass(
                basis.steadied(),
                batch,
                DampedMid.of(basis, published),
                DampedBatch.zones(
                        basis,
                        setting.zones(),
                        batch,
                        zone -> new Published(before.zones().getOrDefault(zone, Map.of()), Map.of())));
    }

    DampedAmount batchCpu() {
        return batch.amounts().get(ResourceNames.BATCH_CPU);
    }

    DampedAmount midCpu() {
        return mid.amounts().get(ResourceNames.MID_CPU);
    }

    public State after() {
        Map<String, AmountState> node = new HashMap<>(batch.after());
        node.putAll(mid.after());
        Map<String, Map<String, AmountState>> ofZones = new HashMap<>();
        zones.forEach(zone -> ofZones.put(zone.allotment().zone(), zone.after()));
        return new State(node, ofZones, steadied.after());
    }

    Optional<Instant> askAgainAt() {
        return Stream.concat(
                        zones.stream().map(Damped::askAgainAt),
                        Stream.of(steadied.endsAt(), batch.askAgainAt(), mid.askAgainAt()))
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
    }
}
