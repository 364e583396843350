package io.koordbridge.capacity.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.topology.NodeResourceTopology;
import io.koordbridge.api.topology.Zone;
import io.koordbridge.api.topology.ZoneResource;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.CapacityMemory;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.stages.ResourceStages;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passes over a node and its zones, one after the other, as a manager makes them; each write is carried out. */
class SteadyStateTest {

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private Instant now = START;
    private Map<String, Quantity> published = Map.of();
    private Map<String, Quantity> origin = Map.of();
    private List<Zone> zones = List.of(zone("node-0"), zone("node-1"));
    private @Nullable PassMemory memory;
    private @Nullable Instant upToDateAt;
    private int nodeWrites;
    private int zoneWrites;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"growStepPercent\": 10}",
                "{\"growStepPercent\": 7, \"holdRangePercent\": 5, \"mid\": {\"growStepPercent\": 3}}",
                "{\"holdRangePercent\": 10}",
                "{\"roundMemoryMiB\": 512, \"batchCPUOversellLimitPercent\": 100}",
                "{\"steadyPods\": {}}",
                "null"
            })
    void whereNothingChangesNothingIsWritten(String document) {
        for (int i = 0; i < 60; i++) {
            pass(document, 3_000, 5_000);
        }
        int nodeBefore = nodeWrites;
        int zonesBefore = zoneWrites;
        for (int i = 0; i < 20; i++) {
            pass(document, 3_000, 5_000);
        }

        assertThat(nodeWrites).isEqualTo(nodeBefore).isPositive();
        assertThat(zoneWrites).isEqualTo(zonesBefore).isPositive();
        assertThat(Quantities.value(published, ResourceNames.MID_CPU)).isBetween(4_750L, 5_000L);
        assertThat(Quantities.value(published, ResourceNames.BATCH_CPU)).isBetween(6_270L, 6_600L);
        assertThat(ofZones()).isBetween(5_640L, Quantities.value(published, ResourceNames.BATCH_CPU) + 1);
    }

    @Test
    void zonesFollowTheNodeUpAndDownAndNeverOfferMore() {
        String steps = "{\"growStepPercent\": 10, \"growIntervalSeconds\": 60}";
        for (long used : List.of(9_000L, 2_000L, 2_000L, 2_000L, 7_000L, 7_000L, 1_000L, 1_000L)) {
            NodePlan plan = pass(steps, used, 5_000);

            assertThat(ofZones()).isLessThanOrEqualTo(Quantities.value(published, ResourceNames.BATCH_CPU));
            assertThat(ofZones()).isGreaterThan(Quantities.value(published, ResourceNames.BATCH_CPU) - 3);
            assertThat(BatchCapacity.of(plan.terms()).zones()).hasSize(2);
        }
        assertThat(published.get(ResourceNames.BATCH_CPU)).isEqualTo(new Quantity("5800"));
    }

    @Test
    void aSmallChangeOfMidThatDampingMakesIsWritten() {
        String steps = "{\"growStepPercent\": 1, \"growIntervalSeconds\": 60}";
        for (int i = 0; i < 4; i++) {
            assertThat(pass(steps, 3_000, 5_000).status().writes()).isTrue();
        }
        NodePlan plan = pass(steps, 9_600, 4_000);

        assertThat(MidCapacity.of(plan.terms())
                        .mid()
                        .amounts()
                        .get(ResourceNames.MID_CPU)
                        .effect())
                .isEqualTo(Effect.STEPPED);
        assertThat(published.get(ResourceNames.MID_CPU)).isEqualTo(new Quantity("800"));
    }

    @Test
    void whatAZoneCameToShowIsKnownAlsoWhileTheNodeIsHeldBack() {
        String steps = "{\"growStepPercent\": 10, \"growIntervalSeconds\": 3600, \"mid\": {\"enable\": false}}";
        pass(steps, 1_000, 5_000);
        zones = List.of(zone("node-0"), zones.get(1));
        memory = withoutZones(memory);

        List<NodePlan> plans =
                Stream.generate(() -> pass(steps, 1_000, 5_001)).limit(4).toList();

        assertThat(plans).extracting(plan -> plan.status().reason()).containsOnly(WriteDecision.Reason.HELD_BACK);
        assertThat(plans)
                .extracting(plan -> BatchCapacity.of(plan.terms())
                        .zones()
                        .get(0)
                        .amounts()
                        .get(ResourceNames.BATCH_CPU)
                        .effect())
                .containsExactly(Effect.GREW, Effect.UNCHANGED, Effect.UNCHANGED, Effect.UNCHANGED);
    }

    @Test
    void writesSmallerZonesBeforeTheNodeAndLargerAfter() {
        String steps = "{\"growStepPercent\": 10, \"growIntervalSeconds\": 60}";

        assertThat(pass(steps, 2_000, 5_000).zonesFirst()).isFalse();
        assertThat(pass(steps, 2_000, 5_000).zonesFirst()).isFalse();
        assertThat(pass(steps, 9_000, 5_000).zonesFirst()).isTrue();
    }

    @Test
    void anotherLeaderGoesOnFromWhatNodeAndZonesShow() {
        String steps = "{\"growStepPercent\": 10, \"growIntervalSeconds\": 60}";
        pass(steps, 1_000, 9_000);
        pass(steps, 1_000, 9_000);
        Map<String, Quantity> before = published;
        List<Zone> zonesBefore = zones;
        memory = null;
        upToDateAt = null;

        NodePlan plan = pass(steps, 1_000, 9_000);

        assertThat(published).isEqualTo(before);
        assertThat(zones).isEqualTo(zonesBefore);
        assertThat(MidCapacity.of(plan.terms())
                        .mid()
                        .amounts()
                        .get(ResourceNames.MID_CPU)
                        .effect())
                .isEqualTo(Effect.WAITING);
        assertThat(BatchCapacity.of(plan.terms()).zones())
                .extracting(
                        zone -> zone.amounts().get(ResourceNames.BATCH_MEMORY).effect())
                .containsOnly(Effect.WAITING);
        assertThat(plan.askAgainAt()).contains(now.plusSeconds(60));
    }

    private long ofZones() {
        return zones.stream()
                .flatMap(zone -> zone.resources().stream())
                .filter(one -> ResourceNames.BATCH_CPU.equals(one.name()))
                .mapToLong(one -> Quantities.value(Map.of("amount", one.allocatable()), "amount"))
                .sum();
    }

    private NodePlan pass(String document, long systemMilli, long reclaimableMilli) {
        now = now.plusSeconds(60);
        State config = ColocationConfigReader.next(
                        State.INITIAL,
                        Map.of(
                                ColocationSchemas.KEY,
                                "{\"enable\":true,\"extensions\":{\"damping\":" + document + "}}"))
                .state();
        NodeUsage usage = new NodeUsage(
                now,
                true,
                CpuMemory.ofMilliAndBytes(systemMilli, 1L << 30),
                List.of(),
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                CpuMemory.ofMilliAndBytes(systemMilli, 1L << 30),
                CpuMemory.ofMilliAndBytes(reclaimableMilli, reclaimableMilli << 20));
        NodePlan plan = NodeResourcePass.plan(
                new NodeInputs(
                        node(),
                        EffectiveStrategy.of(config.config(), Map.of(), Map.of()),
                        List.of(),
                        new NodeReport(null, usage, now),
                        topology(),
                        null,
                        NormalizedNodes.settings("1"),
                        ThirdPartyShare.NONE,
                        new NodeInputs.Before(before(), upToDateAt, CpuMemory.ZERO),
                        now),
                ResourceStages.ALL);
        carryOut(plan);
        return plan;
    }

    private void carryOut(NodePlan plan) {
        if (plan.writesZones()) {
            zoneWrites++;
            zones = plan.zones().zones();
        }
        if (plan.status().writes()) {
            nodeWrites++;
            published = plan.wanted().allocatable();
            origin = plan.wanted().origin();
        }
        boolean done = plan.status().writes() || plan.status().reason() == WriteDecision.Reason.UNCHANGED;
        upToDateAt = done ? now : upToDateAt;
        memory = plan.terms().after().carriedOut(done, true, before());
    }

    private static PassMemory withoutZones(PassMemory memory) {
        Map<String, StageMemory> stages = new HashMap<>(memory.stages());
        CapacityMemory batch = (CapacityMemory) stages.get(StageNames.BATCH_RESOURCE);
        stages.put(
                StageNames.BATCH_RESOURCE, new CapacityMemory(batch.from(), batch.zonesFrom(), batch.node(), Map.of()));
        return new PassMemory(memory.since(), stages, memory.pods());
    }

    private PassMemory before() {
        return memory == null ? PassMemory.at(now) : memory;
    }

    private Node node() {
        String entries = origin.entrySet().stream()
                .map(one -> "\"" + one.getKey() + "\":\"" + one.getValue() + "\"")
                .collect(Collectors.joining(",", "{\"resources\":{", "}}"));
        return NormalizedNodes.node(published, "1.00", entries);
    }

    private NodeResourceTopology topology() {
        NodeResourceTopology topology = NormalizedNodes.topology();
        topology.setZones(zones);
        return topology;
    }

    private static Zone zone(String name) {
        Quantity cpu = new Quantity("8");
        Quantity memory = new Quantity("32Gi");
        return new Zone(
                name,
                "Node",
                null,
                List.of(new ZoneResource("cpu", cpu, cpu, cpu), new ZoneResource("memory", memory, memory, memory)));
    }
}
