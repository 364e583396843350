package io.koordbridge.policy.amount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class YarnConversionProperties {

    @Property
    void theWayThereAndBackNeverCreatesCapacity(
            @ForAll @LongRange(min = 0, max = 1L << 53) long milliCpu,
            @ForAll @LongRange(min = 0, max = 1L << 53) long bytes,
            @ForAll @IntRange(min = 1, max = 100_000) int vcoreRatio,
            @ForAll @IntRange(min = 1, max = 100_000) int memoryRatio) {
        YarnConversion conversion = YarnConversion.safe(vcoreRatio, memoryRatio);
        BatchAmount batch = new BatchAmount(milliCpu, bytes);

        assertThat(conversion.toBatch(conversion.toYarn(batch)).fitsIn(batch)).isTrue();
    }

    @Property
    void theWayBackAndThereLosesNothing(
            @ForAll @LongRange(min = 0, max = 1_000_000) long vcores,
            @ForAll @LongRange(min = 0, max = 1L << 30) long memoryMb,
            @ForAll @IntRange(min = 1, max = 100_000) int vcoreRatio,
            @ForAll @IntRange(min = 1000, max = 100_000) int memoryRatio) {
        YarnConversion conversion = YarnConversion.safe(vcoreRatio, memoryRatio);
        YarnAmount yarn = new YarnAmount(vcores, memoryMb);

        assertThat(yarn.fitsIn(conversion.toYarn(conversion.toBatch(yarn)))).isTrue();
    }

    @Test
    void roundsDownToWholeVcoresAndMebibytes() {
        YarnAmount yarn = YarnConversion.DEFAULT.toYarn(new BatchAmount(15_999, 245_976_973_438L));

        assertThat(yarn).isEqualTo(new YarnAmount(15, 234_581));
    }

    @Test
    void treatsNegativeInputAsNothing() {
        assertThat(YarnConversion.DEFAULT.toYarn(new BatchAmount(-1_500, -1))).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void clampsVcoresToWhatTheWireCarries() {
        assertThat(YarnConversion.safe(100_000, 1000)
                        .toYarn(new BatchAmount(1L << 53, 0))
                        .vcores())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void refusesARatioOfZero() {
        assertThatThrownBy(() -> YarnConversion.safe(0, 1000)).hasMessageContaining("above 0");
    }
}
