package io.koordbridge.capacity.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.damping.CapacityDamper.Offer;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A node of 16 cores and 64 GiB. */
class CapacityDamperTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final long GIB = 1L << 30;
    private static final CpuMemory NODE = CpuMemory.ofMilliAndBytes(16_000, 64 * GIB);
    private static final Growth STEPS = new Growth(10, Duration.ofSeconds(60));

    private static Offer offer(long requestedMilli, long milliCpu, long bytes) {
        return new Offer(
                NODE,
                CpuMemory.ofMilliAndBytes(requestedMilli, 0),
                CpuMemory.ofMilliAndBytes(milliCpu, bytes),
                milliCpu,
                bytes);
    }

    private static CapacityState published(long milliCpu, long bytes, Duration ago) {
        Instant at = NOW.minus(ago);
        return new CapacityState(new AmountState(milliCpu, at), new AmountState(bytes, at));
    }

    @Test
    void growsCpuAndMemoryByAStepOfTheNodeEach() {
        DampedCapacity damped = new CapacityDamper(new Rules(STEPS, 0, null, null), 0, NOW)
                .damp(
                        offer(0, 8_000, 32 * GIB),
                        published(2_000, 30 * GIB, Duration.ofMinutes(2)),
                        ShownCapacity.NOTHING);

        assertThat(damped.cpu().published()).isEqualTo(3_600);
        assertThat(damped.cpu().effect()).isEqualTo(Effect.STEPPED);
        assertThat(damped.memory().published()).isEqualTo(32 * GIB);
        assertThat(damped.memory().effect()).isEqualTo(Effect.GREW);
        assertThat(damped.dueAt()).contains(NOW.plusSeconds(60));
    }

    @Test
    void limitsWhatIsOfferedBesideTheRequests() {
        DampedCapacity damped = new CapacityDamper(new Rules(null, 50, 120L, null), 0, NOW)
                .damp(offer(14_000, 8_000, GIB), published(6_000, GIB, Duration.ofMinutes(2)), ShownCapacity.NOTHING);

        // 120 % of 16 cores less 14 are 5.2, inside the hold range of 6; but a limit applies at once.
        assertThat(damped.cpuLimitMilli()).isEqualTo(5_200);
        assertThat(damped.cpu().published()).isEqualTo(5_200);
        assertThat(damped.cpu().effect()).isEqualTo(Effect.SHRUNK);
        assertThat(damped.memoryLimitBytes()).isNull();
    }

    @Test
    void offersNothingWhereRequestsAreAboveTheLimit() {
        DampedCapacity damped = new CapacityDamper(new Rules(null, 0, 100L, 100L), 0, NOW)
                .damp(offer(17_000, 8_000, GIB), CapacityState.UNKNOWN, ShownCapacity.NOTHING);

        assertThat(damped.cpuLimitMilli()).isZero();
        assertThat(damped.cpu().published()).isZero();
        assertThat(damped.memory().published()).isEqualTo(GIB);
    }

    @Test
    void roundsMemoryDownToItsMultiple() {
        DampedCapacity damped = new CapacityDamper(Rules.NONE, 512, NOW)
                .damp(offer(0, 1_001, 5 * GIB + 7), CapacityState.UNKNOWN, ShownCapacity.NOTHING);

        assertThat(damped.memory().published()).isEqualTo(5 * GIB);
        assertThat(damped.memory().computed()).isEqualTo(5 * GIB + 7);
        assertThat(damped.cpu().published()).isEqualTo(1_001);
    }

    @Test
    void goesOnFromWhatTheNodeShowsAfterARestart() {
        CapacityDamper damper = new CapacityDamper(new Rules(STEPS, 0, null, null), 0, NOW);

        DampedCapacity damped =
                damper.damp(offer(0, 8_000, 8 * GIB), CapacityState.UNKNOWN, new ShownCapacity(4_000, 0, 0, 0));

        assertThat(damped.cpu().published()).isEqualTo(4_000);
        assertThat(damped.cpu().effect()).isEqualTo(Effect.WAITING);
        assertThat(damped.memory().effect()).isEqualTo(Effect.STEPPED);
    }

    @Test
    void makesASmallShrinkAtOnceWherePodsHoldMore() {
        CapacityDamper damper = new CapacityDamper(new Rules(null, 10, null, null), 0, NOW);
        CapacityState before = published(8_000, 8 * GIB, Duration.ofMinutes(2));

        assertThat(damper.damp(offer(0, 7_900, 8 * GIB), before, new ShownCapacity(8_000, 0, 7_900, 0))
                        .cpu()
                        .effect())
                .isEqualTo(Effect.HELD);
        assertThat(damper.damp(offer(0, 7_900, 8 * GIB), before, new ShownCapacity(8_000, 0, 7_901, 0))
                        .cpu()
                        .effect())
                .isEqualTo(Effect.SHRUNK);
    }

    @Test
    void remembersTheRemovalOfACapacity() {
        DampedCapacity reset =
                CapacityDamper.reset(published(2_000, 0, Duration.ofMinutes(2)), ShownCapacity.NOTHING, NOW);

        assertThat(reset.cpu().effect()).isEqualTo(Effect.RESET);
        assertThat(reset.after().milliCpu()).isEqualTo(new AmountState(0, NOW));
        assertThat(reset.after().bytes()).isEqualTo(new AmountState(0, NOW.minusSeconds(120)));
    }
}
