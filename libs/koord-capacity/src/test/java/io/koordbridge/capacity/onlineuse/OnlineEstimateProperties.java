package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.batchresource.ZoneBatchCalculator;
import io.koordbridge.capacity.batchresource.ZoneCapacity;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.Memory;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.OfSide;
import io.koordbridge.capacity.onlineuse.OnlineEstimator.Rules;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class OnlineEstimateProperties {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final CpuMemory NODE = CpuMemory.ofMilliAndBytes(32_000, 128L << 30);
    private static final List<ZoneCapacity> ZONES = List.of(
            new ZoneCapacity("a", CpuMemory.ofMilliAndBytes(16_000, 64L << 30)),
            new ZoneCapacity("b", CpuMemory.ofMilliAndBytes(16_000, 64L << 30)));
    private static final ColocationStrategy STRATEGY = Strategies.of("""
            {"enable": true, "cpuReclaimThresholdPercent": 90, "memoryReclaimThresholdPercent": 90}""");

    /** Batch work used nothing for a while, so that percentiles of the node count. */
    private static final Memory KNOWN =
            new Memory(OfSide.NONE, OfSide.NONE, BatchLows.NONE.seen(NOW.minus(WINDOW), CpuMemory.ZERO), null);

    @Property(tries = 1000)
    void noEstimateOffersMoreThanTheMeanAndAHigherLevelNeverMoreThanALower(
            @ForAll("usages") NodeUsage usage, @ForAll("levels") Map<EstimateLevel, CpuMemory> reported) {
        NodeSnapshot node = new NodeSnapshot("n", NODE, NODE, true, CpuMemory.ZERO, List.of(), usage);
        UsageLevels levels = new UsageLevels(null, List.of(new LevelWindow(WINDOW, reported)), List.of());
        BatchAllotment last = BatchResourceCalculator.calculate(node, STRATEGY, NOW);
        List<ZoneAllotment> lastZones = ZoneBatchCalculator.calculate(node, ZONES, STRATEGY, NOW);
        for (EstimateLevel level : EstimateLevel.values()) {
            NodeSnapshot expecting = node.expectingMore(extra(node, level, levels));
            BatchAllotment batch = BatchResourceCalculator.calculate(expecting, STRATEGY, NOW);
            List<ZoneAllotment> zones = ZoneBatchCalculator.calculate(expecting, ZONES, STRATEGY, NOW);

            assertThat(batch.milliCpu()).isBetween(0L, last.milliCpu());
            assertThat(batch.bytes()).isBetween(0L, last.bytes());
            for (int i = 0; i < zones.size(); i++) {
                assertThat(zones.get(i).milliCpu())
                        .isBetween(0L, lastZones.get(i).milliCpu());
                assertThat(zones.get(i).milliBytes())
                        .isBetween(0L, lastZones.get(i).milliBytes());
            }
            last = batch;
            lastZones = zones;
        }
    }

    /** The margin and the estimate together are left free: suppression finds online work where it was expected. */
    @Property(tries = 500)
    void batchAndTheEstimateFitUnderTheThreshold(
            @ForAll("usages") NodeUsage usage, @ForAll("levels") Map<EstimateLevel, CpuMemory> reported) {
        NodeSnapshot node = new NodeSnapshot("n", NODE, NODE, true, CpuMemory.ZERO, List.of(), usage);
        UsageLevels levels = new UsageLevels(null, List.of(new LevelWindow(WINDOW, reported)), List.of());
        OnlineEstimate estimate = estimate(node, EstimateLevel.P95, levels);
        NodeSnapshot expecting = node.expectingMore(estimate.extra());

        BatchAllotment batch = BatchResourceCalculator.calculate(expecting, STRATEGY, NOW);

        long expectedMilli = new CpuMemory(estimate.cpu().expected(), 0).milliCpu();
        assertThat(batch.milliCpu()).isLessThanOrEqualTo(Math.max(0, NODE.milliCpu() * 9 / 10 - expectedMilli + 1));
    }

    private static CpuMemory extra(NodeSnapshot node, EstimateLevel level, UsageLevels levels) {
        return estimate(node, level, levels).extra();
    }

    private static OnlineEstimate estimate(NodeSnapshot node, EstimateLevel level, UsageLevels levels) {
        Fixed rule = new Fixed(level, WINDOW);
        Rules rules =
                new Rules(new EstimateStrategy(rule, rule, false), STRATEGY, HeldBelow.DEFAULT, ShownChoices.NONE);
        return OnlineEstimator.of(rules, node, levels, KNOWN, NOW);
    }

    @Provide
    Arbitrary<NodeUsage> usages() {
        return Combinators.combine(amounts(), amounts(), amounts(), amounts())
                .as((system, online, batch, hosts) -> new NodeUsage(
                        NOW,
                        true,
                        system,
                        List.of(new PodUsage("d/web", online, false), new PodUsage("d/spark", batch, true)),
                        hosts,
                        CpuMemory.ZERO,
                        system.plus(online).plus(batch).plus(hosts),
                        CpuMemory.ZERO));
    }

    @Provide
    Arbitrary<Map<EstimateLevel, CpuMemory>> levels() {
        return Arbitraries.maps(Arbitraries.of(EstimateLevel.class), amounts())
                .ofMinSize(1)
                .ofMaxSize(5);
    }

    private static Arbitrary<CpuMemory> amounts() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, 70_000),
                        Arbitraries.longs().between(0, 300L << 30))
                .as(CpuMemory::ofMilliAndBytes);
    }
}
