package io.koordbridge.capacity.offered;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.DemandFixtures;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.PodDemand;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.capacity.damping.AmountState;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.capacity.midresource.MidResourceCalculator;
import io.koordbridge.capacity.offered.DampedPass.Setting;
import io.koordbridge.capacity.offered.DampedPass.State;
import io.koordbridge.capacity.steadypods.PodMemory;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node of 16 cores where everything that prod is predicted not to need is for mid. */
class DampedMidTest {

    private static final Instant NOW = Instant.parse("2026-03-02T21:00:00Z");
    private static final CpuMemory CAPACITY = CpuMemory.ofMilliAndBytes(16_000, 64L << 30);
    private static final ColocationStrategy STRATEGY = Strategies.of("{\"enable\": true}");
    private static final String STEPS = "{\"growStepPercent\": 10, \"growIntervalSeconds\": 60}";
    private static final Map<String, Shown> NOTHING = Map.of();
    private static final Map<String, Shown> SHOWN = DampedPass.showing(4_000, 8L << 30, 0);

    @Test
    void switchedOffItIsTheCalculator() {
        NodeSnapshot node = node(3_000, NOW);

        for (String damping : List.of("{}", "{\"mid\": {\"enable\": false}, \"holdRangePercent\": 50}")) {
            Damped<?> mid = run(node, damping, SHOWN, State.NONE, NOW).mid();

            assertThat(mid.allotment()).isEqualTo(MidResourceCalculator.calculate(node, STRATEGY, NOW));
            assertThat(mid.amounts()).isEmpty();
            assertThat(mid.after()).isEmpty();
        }
    }

    @Test
    void midHasStepsOfItsOwn() {
        String slower = "{\"growStepPercent\": 50, \"mid\": {\"growStepPercent\": 2}}";

        DampedPass pass = run(node(9_000, NOW), slower, NOTHING, State.NONE, NOW);

        assertThat(milliCpu(pass)).isEqualTo(320);
        assertThat(pass.batch().allotment().milliCpu()).isEqualTo(8_000);
    }

    @Test
    void aSmallShrinkIsHeldUnlessPodsHoldMoreThanIsLeft() {
        String hold = "{\"holdRangePercent\": 5}";
        Map<String, Shown> held = DampedPass.showing(4_000, 8L << 30, 3_950);

        assertThat(milliCpu(run(node(3_900, NOW), hold, SHOWN, State.NONE, NOW)))
                .isEqualTo(4_000);
        assertThat(milliCpu(run(node(3_900, NOW), hold, held, State.NONE, NOW))).isEqualTo(3_900);
    }

    @Test
    void whatWasRemovedComesBackInSteps() {
        Instant stale = NOW.plusSeconds(3600);
        DampedPass full = run(node(9_000, NOW), "{\"holdRangePercent\": 1}", NOTHING, State.NONE, NOW);
        DampedPass gone = run(node(9_000, NOW), STEPS, NOTHING, full.after(), stale);
        Instant later = stale.plusSeconds(60);
        DampedPass back = run(node(9_000, later), STEPS, NOTHING, gone.after(), later);

        assertThat(milliCpu(full)).isEqualTo(9_000);
        assertThat(gone.mid().allotment().isReset()).isTrue();
        assertThat(gone.midCpu().effect()).isEqualTo(Effect.RESET);
        assertThat(milliCpu(back)).isEqualTo(1_600);
    }

    @Test
    void theUpperLimitsOfOversellCountWhatIsPromisedBeside() {
        PodDemand prod = DemandFixtures.prod("p", CpuMemory.ofMilliAndBytes(12_000, 0));
        PodDemand mid = DemandFixtures.mid("m", CpuMemory.ofMilliAndBytes(1_500, 0));
        NodeSnapshot node = node(9_000, NOW, List.of(prod, mid));

        DampedPass pass = run(
                node,
                "{\"midCPUOversellLimitPercent\": 110, \"batchCPUOversellLimitPercent\": 110," + " \"steadyPods\": {}}",
                NOTHING,
                State.NONE,
                NOW);

        assertThat(milliCpu(pass)).isEqualTo(17_600 - 12_000);
        assertThat(pass.midCpu().limit()).isEqualTo(5_600);
        assertThat(pass.midCpu().computed()).isEqualTo(9_000);
        assertThat(pass.batchCpu().limit()).isEqualTo(17_600 - 12_000 - 1_500);
    }

    @Test
    void aFixedShareIsDampedToo() {
        ColocationStrategy fixed =
                Strategies.of("{\"midReclaimMode\": \"static\", \"midStaticCPUReservedPercent\": 50}");

        DampedPass pass = DampedPass.run(
                node(0, NOW), new Setting(fixed, DampedBatchTest.damping(STEPS), List.of()), State.NONE, NOW);

        assertThat(milliCpu(pass)).isEqualTo(1_600);
        assertThat(pass.midCpu().wanted()).isEqualTo(8_000);
    }

    /** The table of docs/guide/damping.md. */
    @ParameterizedTest
    @CsvSource({
        "60, 7000, 4000, 0, 4800, STEPPED",
        "90, 7000, 4800, 60, 4800, WAITING",
        "120, 7000, 4800, 60, 5600, STEPPED",
        "150, 5400, 5600, 120, 5600, HELD",
        "180, 2000, 5600, 120, 2000, SHRUNK",
    })
    void theWorkedExampleOfTheGuideHolds(
            long second, long predicted, long published, long changedSecond, long expected, Effect effect) {
        String document = """
                {"growStepPercent": 10, "growIntervalSeconds": 60, "holdRangePercent": 5, "midCPUOversellLimitPercent": 115,
                 "mid": {"growStepPercent": 5}}""";
        PodDemand prod = DemandFixtures.prod("p", CpuMemory.ofMilliAndBytes(12_000, 0));
        AmountState cpu = new AmountState(published, NOW.plusSeconds(changedSecond));
        State before = new State(Map.of(ResourceNames.MID_CPU, cpu), Map.of(), PodMemory.NONE);
        Instant now = NOW.plusSeconds(second);

        DampedPass pass = run(node(predicted, now, List.of(prod)), document, SHOWN, before, now);

        assertThat(milliCpu(pass)).isEqualTo(expected);
        assertThat(pass.midCpu().effect()).isEqualTo(effect);
    }

    private static long milliCpu(DampedPass pass) {
        return pass.mid().allotment().milliCpu();
    }

    private static DampedPass run(
            NodeSnapshot node, String damping, Map<String, Shown> shown, State before, Instant now) {
        return DampedPass.run(
                node, new Setting(STRATEGY, DampedBatchTest.damping(damping), List.of(), shown), before, now);
    }

    private static NodeSnapshot node(long reclaimableMilli, Instant reportedAt) {
        return node(reclaimableMilli, reportedAt, List.of());
    }

    private static NodeSnapshot node(long reclaimableMilli, Instant reportedAt, List<PodDemand> pods) {
        return DemandFixtures.node(
                CAPACITY,
                pods,
                new NodeUsage(
                        reportedAt,
                        true,
                        CpuMemory.ZERO,
                        List.of(),
                        CpuMemory.ZERO,
                        CpuMemory.ZERO,
                        CpuMemory.ZERO,
                        CpuMemory.ofMilliAndBytes(reclaimableMilli, (reclaimableMilli << 20) + 7)));
    }
}
