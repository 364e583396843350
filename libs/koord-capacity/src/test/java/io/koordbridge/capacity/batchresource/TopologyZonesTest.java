package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.ResourceNames;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyZonesTest {

    private static Zone zone(String name, ZoneResource... resources) {
        return new Zone(name, "Node", null, List.of(resources));
    }

    private static ZoneResource allocatable(String name, String amount) {
        return new ZoneResource(name, new Quantity("999"), new Quantity(amount), null);
    }

    @Test
    void readsAllocatableCpuAndMemoryOfEachZoneInOrder() {
        List<ZoneCapacity> capacities = TopologyZones.capacities(List.of(
                zone("node-0", allocatable("cpu", "8"), allocatable("memory", "16Gi"), allocatable("gpu", "4")),
                zone("node-1", allocatable("cpu", "7500m"))));

        assertThat(capacities)
                .containsExactly(
                        new ZoneCapacity("node-0", CpuMemory.ofMilliAndBytes(8_000, 16L << 30)),
                        new ZoneCapacity("node-1", CpuMemory.ofMilliAndBytes(7_500, 0)));
    }

    @Test
    void hasNoZonesWhereNoneShowsCpuOrMemory() {
        assertThat(TopologyZones.capacities(null)).isEmpty();
        assertThat(TopologyZones.capacities(List.of(zone("node-0", allocatable("gpu", "4")), zone("node-1"))))
                .isEmpty();
    }

    @Test
    void countsAZoneWithoutAmountsAsEmpty() {
        assertThat(TopologyZones.capacities(List.of(zone("node-0", allocatable("cpu", "8")), zone("node-1"))))
                .extracting(ZoneCapacity::capacity)
                .containsExactly(CpuMemory.ofMilliAndBytes(8_000, 0), CpuMemory.ZERO);
    }

    @Test
    void readsWhatZonesShowOfBatchAndPassesOverUnreadableAmounts() {
        assertThat(TopologyZones.shownBatch(List.of(
                        zone(
                                "node-0",
                                allocatable(ResourceNames.BATCH_CPU, "3300"),
                                allocatable(ResourceNames.BATCH_MEMORY, "2Gi")),
                        zone("node-1", allocatable(ResourceNames.BATCH_CPU, "many")),
                        zone("node-2"))))
                .containsOnlyKeys("node-0", "node-1", "node-2")
                .containsEntry("node-0", CpuMemory.ofMilliAndBytes(3_300, 2L << 30))
                .containsEntry("node-1", CpuMemory.ZERO)
                .containsEntry("node-2", CpuMemory.ZERO);
    }
}
