package io.koordbridge.koordlet.enforce.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

class ComposedQuotaProperties {

    private static List<QuotaPart> parts(long base, long current, double ratio, QuotaMove move, long burst) {
        QuotaPart.Burst stage = new QuotaPart.Burst(move, 300, OptionalLong.of(burst));
        return List.of(
                new QuotaPart("pod", base, current, new QuotaPart.Normalized(ratio), "normalize"),
                new QuotaPart("pod", base, current, stage, "burst"));
    }

    /** Takes values as the kernel does. */
    private static final class Kernel {
        private long quota;
        private long burst;

        Kernel(long quota, long burst) {
            this.quota = quota;
            this.burst = burst;
        }

        void write(Intent intent) {
            long value = Long.parseLong(intent.update().value());
            boolean ofQuota = intent.update().knob() == Knob.CPU_CFS_QUOTA;
            quota = ofQuota ? value : quota;
            burst = ofQuota ? burst : value;
            assertThat(quota < 0 || burst <= quota)
                    .as("quota %s with burst %s", quota, burst)
                    .isTrue();
        }
    }

    @Property
    void theKernelTakesEachWriteWhateverItHeld(
            @ForAll @LongRange(min = 1_000, max = 1_000_000) long base,
            @ForAll @DoubleRange(min = 0.5, max = 4) double ratio,
            @ForAll QuotaMove move,
            @ForAll @LongRange(max = 10_000_000) long burst,
            @ForAll @LongRange(min = -1, max = 5_000_000) long heldQuota,
            @ForAll @DoubleRange(max = 1) double heldShare) {
        Kernel kernel = new Kernel(heldQuota, heldQuota < 0 ? 0 : (long) (heldQuota * heldShare));

        QuotaPlan.batches(parts(base, heldQuota, ratio, move, burst))
                .forEach(levels -> levels.forEach(level -> level.forEach(kernel::write)));

        ComposedQuota composed = ComposedQuota.of(parts(base, heldQuota, ratio, move, burst));
        assertThat(kernel.quota).isEqualTo(composed.quotaMicros());
        assertThat(kernel.burst).isEqualTo(composed.burstMicros().getAsLong());
    }

    @Property
    void theBurstFitsTheQuotaAndTheQuotaKeepsTheNormalizedBase(
            @ForAll @LongRange(min = 1_000, max = 1_000_000) long base,
            @ForAll @DoubleRange(min = 0.5, max = 4) double ratio,
            @ForAll QuotaMove move,
            @ForAll @LongRange(max = 10_000_000) long burst) {
        ComposedQuota composed = ComposedQuota.of(parts(base, base, ratio, move, burst));
        ComposedQuota normalized = ComposedQuota.of(parts(base, base, ratio, QuotaMove.RESET, 0));

        assertThat(composed.burstMicros().getAsLong()).isBetween(0L, composed.quotaMicros());
        assertThat(composed.quotaMicros()).isGreaterThanOrEqualTo(normalized.quotaMicros());
        assertThat(normalized.quotaMicros()).isLessThanOrEqualTo(base);
    }
}
