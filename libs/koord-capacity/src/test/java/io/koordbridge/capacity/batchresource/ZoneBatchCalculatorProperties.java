package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.ExactQuantity.Form;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class ZoneBatchCalculatorProperties {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @Property
    void neverBelowZeroAndNeverAboveTheZone(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") ColocationStrategy strategy,
            @ForAll @IntRange(min = 1, max = 8) int zones) {
        List<ZoneCapacity> capacities = equalZones(node, zones);

        List<ZoneAllotment> allotments = ZoneBatchCalculator.calculate(node, capacities, strategy, NOW);

        assertThat(allotments).hasSize(zones);
        for (int i = 0; i < zones; i++) {
            CpuMemory capacity = capacities.get(i).capacity();
            assertThat(allotments.get(i).milliCpu()).isBetween(0L, capacity.milliCpu());
            assertThat(allotments.get(i).milliBytes()).isBetween(0L, capacity.milliBytes());
        }
    }

    @Property
    void zonesTogetherNeverOfferMoreThanTheNodeWhilePodsAreNotBound(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") ColocationStrategy strategy,
            @ForAll @IntRange(min = 1, max = 8) int zones) {
        NodeSnapshot unbound = NodeSamples.with(
                node,
                node.pods().stream().map(ZoneBatchCalculatorProperties::unbound).toList(),
                node.usage());

        BatchAllotment whole = BatchResourceCalculator.calculate(unbound, strategy, NOW);
        List<ZoneAllotment> parts = ZoneBatchCalculator.calculate(unbound, equalZones(unbound, zones), strategy, NOW);

        // Each zone truncates its margin for itself, so it may keep back up to one unit less.
        assertThat(parts.stream().mapToLong(ZoneAllotment::milliCpu).sum())
                .isLessThanOrEqualTo(whole.milliCpu() + zones);
        assertThat(parts.stream().mapToLong(ZoneAllotment::milliBytes).sum())
                .isLessThanOrEqualTo((whole.bytes() + zones) * 1000);
    }

    @Property
    void aSecondPassWritesNothing(
            @ForAll("nodes") NodeSnapshot node,
            @ForAll("strategies") ColocationStrategy strategy,
            @ForAll @IntRange(min = 1, max = 8) int zones,
            @ForAll @DoubleRange(min = 0, max = 5) double ratio) {
        List<Zone> shown = new ArrayList<>();
        equalZones(node, zones).forEach(one -> shown.add(zone(one)));
        List<ZoneAllotment> allotments =
                ZoneBatchCalculator.calculate(node, TopologyZones.capacities(shown), strategy, NOW);

        ZonePlan first = ZonePlanner.fallingAtOnce(shown, allotments, ratio, strategy);
        ZonePlan second = ZonePlanner.fallingAtOnce(first.zones(), allotments, ratio, strategy);

        assertThat(first.changed()).isTrue();
        assertThat(second.changed()).isFalse();
        assertThat(second.zones()).isEqualTo(first.zones());
    }

    private static PodDemand unbound(PodDemand pod) {
        return new PodDemand(
                pod.namespace(),
                pod.name(),
                pod.active(),
                pod.priority(),
                pod.cpuNotReclaimed(),
                pod.requests(),
                pod.heldBatch(),
                pod.heldMid(),
                List.of());
    }

    private static List<ZoneCapacity> equalZones(NodeSnapshot node, int zones) {
        CpuMemory part = CpuMemory.ofMilliAndBytes(
                node.capacity().milliCpu() / zones, node.capacity().bytes() / zones);
        List<ZoneCapacity> all = new ArrayList<>();
        for (int i = 0; i < zones; i++) {
            all.add(new ZoneCapacity("node-" + i, part));
        }
        return all;
    }

    private static Zone zone(ZoneCapacity zone) {
        ExactQuantity cpu = ExactQuantity.ofMilli(zone.capacity().milliCpu(), Form.DECIMAL);
        ExactQuantity memory = ExactQuantity.ofValue(zone.capacity().bytes(), Form.BINARY);
        return new Zone(
                zone.name(),
                "Node",
                null,
                List.of(
                        new ZoneResource(ResourceNames.CPU, cpu.toQuantity(), cpu.toQuantity(), cpu.toQuantity()),
                        new ZoneResource(
                                ResourceNames.MEMORY, memory.toQuantity(), memory.toQuantity(), memory.toQuantity())));
    }

    @Provide
    Arbitrary<NodeSnapshot> nodes() {
        return NodeSamples.nodes(NOW.minusSeconds(10));
    }

    @Provide
    Arbitrary<ColocationStrategy> strategies() {
        return Strategies.any();
    }
}
