package io.koordbridge.capacity.batchresource;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZonePlannerTest {

    private static final ColocationStrategy STRATEGY = Strategies.of("{\"resourceDiffThreshold\": 0.1}");

    @Test
    void offersNothingInAnyZoneOfANodeThatIsReset() {
        Zone zone = zone(resource("cpu", "8"), resource(ResourceNames.BATCH_CPU, "4k"));

        ZonePlan plan = ZonePlanner.reset(List.of(zone));

        assertThat(plan.changed()).isTrue();
        assertThat(plan.zones()).containsExactly(zone(resource("cpu", "8"), resource(ResourceNames.BATCH_CPU, "0")));
        assertThat(ZonePlanner.reset(plan.zones()).changed()).isFalse();
    }

    @Test
    void doesNotAddBatchResourcesToAZoneThatIsReset() {
        Zone zone = zone(resource("cpu", "8"));

        assertThat(ZonePlanner.reset(List.of(zone, new Zone("node-1", null, null, null))))
                .isEqualTo(new ZonePlan(List.of(zone, new Zone("node-1", null, null, null)), false));
    }

    @Test
    void keepsAValueThatHardlyDiffersAndReplacesTheOthersOfTheEntry() {
        ZoneResource shown = new ZoneResource(
                ResourceNames.BATCH_CPU, new Quantity("1000"), new Quantity("1050"), new Quantity("2k"));
        Zone zone = zone(shown, resource(ResourceNames.BATCH_MEMORY, "0"));

        ZonePlan plan = ZonePlanner.fallingAtOnce(List.of(zone), List.of(allotment("node-0", 1100)), 1, STRATEGY);

        assertThat(plan.zones().get(0).resources().get(0))
                .isEqualTo(new ZoneResource(
                        ResourceNames.BATCH_CPU, new Quantity("1000"), new Quantity("1050"), new Quantity("1100")));
    }

    @Test
    void publishesAFallAtOnceAndHoldsASmallRiseBack() {
        Zone zone = zone(resource(ResourceNames.BATCH_CPU, "1000"), resource(ResourceNames.BATCH_MEMORY, "0"));

        assertThat(ZonePlanner.fallingAtOnce(List.of(zone), List.of(allotment("node-0", 1100)), 1, STRATEGY))
                .isEqualTo(ZonePlan.unchanged(List.of(zone)));
        assertThat(ZonePlanner.fallingAtOnce(List.of(zone), List.of(allotment("node-0", 999)), 1, STRATEGY)
                        .zones()
                        .get(0)
                        .resources()
                        .get(0))
                .isEqualTo(resource(ResourceNames.BATCH_CPU, "999"));
        assertThat(ZonePlanner.fallingAtOnce(List.of(zone), List.of(), 1, STRATEGY))
                .isEqualTo(ZonePlan.unchanged(List.of(zone)));
    }

    @Test
    void sortsTheEntriesOnlyWhenOneIsAdded() {
        Zone zone = zone(resource("memory", "1Gi"), resource("cpu", "8"));

        ZonePlan plan = ZonePlanner.fallingAtOnce(List.of(zone), List.of(allotment("node-0", 10)), 1, STRATEGY);

        assertThat(plan.zones().get(0).resources())
                .extracting(ZoneResource::name)
                .containsExactly("cpu", ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY, "memory");
    }

    @Test
    void offersNothingInAZoneThatWasNotCalculated() {
        Zone zone = zone(resource(ResourceNames.BATCH_CPU, "1m"));

        ZonePlan plan = ZonePlanner.fallingAtOnce(List.of(zone), List.of(allotment("other", 10)), 1, STRATEGY);

        assertThat(plan.changed()).isTrue();
        assertThat(plan.zones()).containsExactly(zone(resource(ResourceNames.BATCH_CPU, "0")));
    }

    @Test
    void doesNotRoundANormalizedCpuToAnInteger() {
        Zone zone = zone();

        ZonePlan plan = ZonePlanner.fallingAtOnce(List.of(zone), List.of(allotment("node-0", 3)), 1.1, STRATEGY);

        assertThat(plan.zones().get(0).resources().get(0).capacity()).isEqualTo(new Quantity("3300m"));
    }

    private static ZoneAllotment allotment(String zone, long milliCpu) {
        PodSums none = new PodSums(
                CpuMemory.ZERO, CpuMemory.ZERO, CpuMemory.ZERO, CpuMemory.ZERO, new PodSums.Counts(0, 0, 0, 0));
        CpuMemory zero = CpuMemory.ZERO;
        NodeOverhead overhead = new NodeOverhead(zero, zero, zero, zero, zero, zero);
        return new ZoneAllotment(zone, milliCpu, 0, false, BatchFormula.terms(zero, overhead, none, STRATEGY));
    }

    private static Zone zone(ZoneResource... resources) {
        return new Zone("node-0", "Node", null, List.of(resources));
    }

    private static ZoneResource resource(String name, String amount) {
        return new ZoneResource(name, new Quantity(amount), new Quantity(amount), new Quantity(amount));
    }
}
