package io.koordbridge.capacity.offered;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchResourceCalculator;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchSplitPlanner;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.capacity.offered.DampedPass.Setting;
import io.koordbridge.capacity.offered.DampedPass.State;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.damping.DampingDocument;
import io.koordbridge.sloconfig.damping.DampingStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node of 16 cores and 64 GiB with thresholds of 60 and 65 percent: 9.6 cores less usage are for batch. */
class DampedBatchTest {

    private static final Instant NOW = Instant.parse("2026-03-02T21:00:00Z");
    private static final CpuMemory CAPACITY = CpuMemory.ofMilliAndBytes(16_000, 64L << 30);
    private static final ColocationStrategy STRATEGY = Strategies.of("{\"enable\": true}");
    private static final Map<String, Shown> NOTHING = Map.of();
    private static final String STEPS = "{\"growStepPercent\": 10, \"growIntervalSeconds\": 60}";

    @Test
    void switchedOffItIsTheCalculator() {
        NodeSnapshot node = node(3_000, 10);

        DampedPass batch = calculate(node, "{}", NOTHING, State.NONE, NOW);

        assertThat(batch.batch().allotment()).isEqualTo(BatchResourceCalculator.calculate(node, STRATEGY, NOW));
        assertThat(batch.batch().amounts()).isEmpty();
        assertThat(batch.after()).isEqualTo(State.NONE);
    }

    @Test
    void aNodeThatJoinsGrowsFromNothingInSteps() {
        DampedPass first = calculate(node(0, 0), STEPS, NOTHING, State.NONE, NOW);
        DampedPass second = calculate(node(0, 0), STEPS, NOTHING, first.after(), NOW.plusSeconds(60));

        assertThat(first.batch().allotment().milliCpu()).isEqualTo(1_600);
        assertThat(first.askAgainAt()).contains(NOW.plusSeconds(60));
        assertThat(second.batch().allotment().milliCpu()).isEqualTo(3_200);
    }

    @Test
    void aRestartGoesOnFromWhatTheNodeShows() {
        Map<String, Shown> shown = DampedPass.showing(4_000, 20L << 30, 0);

        DampedPass first = calculate(node(0, 0), STEPS, shown, State.NONE, NOW);
        DampedPass busier = calculate(node(7_000, 0), STEPS, shown, State.NONE, NOW);

        assertThat(first.batch().allotment().milliCpu()).isEqualTo(4_000);
        assertThat(first.batchCpu().effect()).isEqualTo(Effect.WAITING);
        assertThat(first.askAgainAt()).contains(NOW.plusSeconds(60));
        assertThat(busier.batch().allotment().milliCpu()).isEqualTo(2_600);
    }

    @ParameterizedTest
    @CsvSource({"1.2, 4000", "1.33, 7777", "1.01, 1", "2.5, 3", "1.0, 4321", "0.5, 4321", "1.15, 123457"})
    void aRestartSeesThroughNormalization(double ratio, long milliCpu) {
        BatchSplit split = BatchSplitPlanner.split(milliCpu, 0L, ratio, ThirdPartyShare.NONE);

        assertThat(new Shown(split.originMilliCpu(), split.originMilliCpu()).before(ratio))
                .isEqualTo(new Shown(milliCpu, milliCpu));
    }

    @Test
    void whatWasRemovedComesBackInSteps() {
        DampedPass full = calculate(node(0, 0), "{\"holdRangePercent\": 1}", NOTHING, State.NONE, NOW);
        Instant later = NOW.plusSeconds(3600);
        DampedPass stale = calculate(node(0, 0), STEPS, NOTHING, full.after(), later);
        NodeSnapshot fresh = node(0, 0, List.of(), later.plusSeconds(90));
        DampedPass back = calculate(fresh, STEPS, NOTHING, stale.after(), later.plusSeconds(90));

        assertThat(full.batch().allotment().milliCpu()).isEqualTo(9_600);
        assertThat(stale.batch().allotment().isReset()).isTrue();
        assertThat(stale.batchCpu().effect()).isEqualTo(Effect.RESET);
        assertThat(back.batch().allotment().milliCpu()).isEqualTo(1_600);
    }

    @Test
    void theUpperLimitOfOversellCountsRequestsOfProdPods() {
        PodDemand prod = DemandFixtures.prod("p", CpuMemory.ofMilliAndBytes(12_000, 40L << 30));
        CpuMemory used = CpuMemory.ofMilliAndBytes(1_000, 1);
        NodeSnapshot node = DemandFixtures.node(
                CAPACITY, List.of(prod), DemandFixtures.report(NOW, used, List.of(new PodUsage("ns/p", used, false))));

        DampedPass batch = calculate(
                node,
                "{\"batchCPUOversellLimitPercent\": 110, \"batchMemoryOversellLimitPercent\": 100}",
                NOTHING,
                State.NONE,
                NOW);

        assertThat(batch.batch().allotment().milliCpu()).isEqualTo(17_600 - 12_000);
        assertThat(batch.batch().allotment().bytes()).isEqualTo(24L << 30);
        assertThat(batch.batchCpu().limit()).isEqualTo(5_600);
        assertThat(batch.batchCpu().computed()).isEqualTo(7_600);
    }

    @Test
    void memoryIsPublishedInWholeUnits() {
        DampedPass batch = calculate(node(0, 1), "{\"roundMemoryMiB\": 512}", NOTHING, State.NONE, NOW);

        DampedAmount memory = batch.batch().amounts().get(ResourceNames.BATCH_MEMORY);
        assertThat(memory.computed() % (512L << 20)).isNotZero();
        assertThat(batch.batch().allotment().bytes() % (512L << 20)).isZero();
        assertThat(memory.computed() - batch.batch().allotment().bytes()).isBetween(1L, (512L << 20) - 1);
    }

    @Test
    void aPodThatLeftTheListIsCountedWhileItsUsageIsReported() {
        PodDemand batchPod = DemandFixtures.batch("b", CpuMemory.ofMilliAndBytes(4_000, 0));
        PodUsage unknownClass = new PodUsage("ns/b", CpuMemory.ofMilliAndBytes(4_000, 0), false);
        String steady = "{\"steadyPods\": {\"windowSeconds\": 60}}";
        NodeSnapshot there = DemandFixtures.node(
                CAPACITY, List.of(batchPod), DemandFixtures.report(NOW, CpuMemory.ZERO, List.of(unknownClass)));
        NodeSnapshot left = there.with(List.of(), there.usage());

        DampedPass before = calculate(there, steady, NOTHING, State.NONE, NOW);
        DampedPass inWindow = calculate(left, steady, NOTHING, before.after(), NOW.plusSeconds(1));
        DampedPass afterIt = calculate(left, steady, NOTHING, inWindow.after(), NOW.plusSeconds(61));

        assertThat(inWindow.batch().allotment().milliCpu()).isEqualTo(9_600);
        assertThat(inWindow.steadied().effects().kept()).isEqualTo(1);
        assertThat(inWindow.askAgainAt()).contains(NOW.plusSeconds(61));
        assertThat(afterIt.batch().allotment().milliCpu()).isEqualTo(5_600);
        assertThat(calculate(left, "{}", NOTHING, State.NONE, NOW)
                        .batch()
                        .allotment()
                        .milliCpu())
                .isEqualTo(5_600);
    }

    @Test
    void aPodThatStaysWithoutMetricsCountsItsRequestsByEveryPolicy() {
        ColocationStrategy byMaximum = Strategies.of("{\"enable\": true, \"cpuCalculatePolicy\": \"maxUsageRequest\"}");
        PodDemand pod = DemandFixtures.prod("p", CpuMemory.ofMilliAndBytes(5_000, 0));
        NodeSnapshot node = node(0, 0, List.of(pod), NOW);

        assertThat(milliCpu(node, byMaximum, "{\"steadyPods\": {}}")).isEqualTo(4_600);
        assertThat(milliCpu(node, byMaximum, "{\"steadyPods\": {\"countPodsWithoutMetrics\": false}}"))
                .isEqualTo(9_600);
        assertThat(milliCpu(node, byMaximum, "{}")).isEqualTo(9_600);
    }

    @Test
    void whatAWholeWindowReportedCountsWhateverMayExplainIt() {
        String steady = "{\"steadyPods\": {\"windowSeconds\": 60}}";
        State state = State.NONE;
        BatchAllotment last = null;
        for (int i = 0; i < 8; i++) {
            Instant at = NOW.plusSeconds(i * 30L);
            PodDemand always = DemandFixtures.batch("b" + i, CpuMemory.ofMilliAndBytes(8_000, 0));
            NodeSnapshot node = node(i < 3 ? 0 : 2_000, 0, List.of(always), at);
            DampedPass batch = calculate(node, steady, NOTHING, state, at);
            state = batch.after();
            last = batch.batch().allotment();
            if (i == 3) {
                assertThat(last.milliCpu()).isEqualTo(9_600);
            }
        }

        assertThat(last.milliCpu()).isEqualTo(7_600);
    }

    private static long milliCpu(NodeSnapshot node, ColocationStrategy strategy, String damping) {
        return DampedPass.run(node, new Setting(strategy, damping(damping), List.of()), State.NONE, NOW)
                .batch()
                .allotment()
                .milliCpu();
    }

    private static DampedPass calculate(
            NodeSnapshot node, String damping, Map<String, Shown> shown, State before, Instant now) {
        return DampedPass.run(node, new Setting(STRATEGY, damping(damping), List.of(), shown), before, now);
    }

    private static NodeSnapshot node(long systemMilli, long systemBytes) {
        return node(systemMilli, systemBytes, List.of(), NOW);
    }

    private static NodeSnapshot node(long systemMilli, long systemBytes, List<PodDemand> pods, Instant reportedAt) {
        CpuMemory system = CpuMemory.ofMilliAndBytes(systemMilli, systemBytes);
        return DemandFixtures.node(CAPACITY, pods, DemandFixtures.report(reportedAt, system, List.of()));
    }

    static DampingStrategy damping(String text) {
        try {
            return DampingDocument.read(new ObjectMapper().readTree(text), "k", "damping", Kind.OUT_OF_RANGE)
                    .strategy()
                    .orElseThrow();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }
}
