package io.koordbridge.koordlet.enforce.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComposedQuotaTest {

    private static QuotaPart normalized(long base, double ratio) {
        return new QuotaPart("pod", base, base, new QuotaPart.Normalized(ratio), "normalize");
    }

    private static QuotaPart burst(long base, long current, QuotaMove move, long micros) {
        return part("pod", base, current, new QuotaPart.Burst(move, 300, OptionalLong.of(micros)));
    }

    private static QuotaPart part(String group, long base, long current, QuotaPart.Stage stage) {
        return new QuotaPart(group, base, current, stage, "burst");
    }

    /** Base, ratio, present quota, what becomes of it, burst that is wanted; quota and burst. The first five rows are recorded of the reference. */
    @ParameterizedTest
    @CsvSource({
        "325000, 2.0, 325000, RESET, 0, 162500, 0",
        "375000, 1.1, 375000, RESET, 0, 340910, 0",
        "400000, 1.5, 400000, RESET, 0, 266667, 0",
        "200000, 1.0, 340000, UP, 0, 408000, 0",
        "150000, 1.0, 432000, UP, 0, 450000, 0",
        "100000, 0.5, 100000, RESET, 0, 100000, 0",
        "100000, 1.25, 80000, UP, 0, 96000, 0",
        "100000, 1.25, 80000, REMAIN, 1000000, 80000, 80000",
        "100000, 1.25, 230000, UP, 50000, 240000, 50000",
        "100000, 1.0, 130000, DOWN, 0, 104000, 0",
        "100000, 1.0, 110000, DOWN, 0, 100000, 0",
        "100000, 1.0, 400000, REMAIN, 0, 300000, 0",
        "100000, 1.0, 400000, LEAVE, 0, 400000, 0",
        "1000, 4, 1000, REMAIN, 0, 1000, 0",
        "-1, 2, -1, UP, 1000000, -1, 0",
    })
    void theBurstIsOnTopOfTheNormalizedBase(
            long base, double ratio, long current, QuotaMove move, long wanted, long quota, long burst) {
        List<QuotaPart> parts = List.of(normalized(base, ratio), burst(base, current, move, wanted));
        List<QuotaPart> otherOrder = List.of(parts.get(1), parts.get(0));

        ComposedQuota composed = ComposedQuota.of(parts);
        assertThat(composed.quotaMicros()).isEqualTo(quota);
        assertThat(composed.burstMicros()).hasValue(burst);
        assertThat(composed.owner()).isEqualTo("burst");
        assertThat(ComposedQuota.of(otherOrder)).isEqualTo(composed);
    }

    @Test
    void withoutABurstItsFileIsLeft() {
        ComposedQuota composed = ComposedQuota.of(List.of(normalized(100_000, 2)));

        assertThat(composed.quotaMicros()).isEqualTo(50_000);
        assertThat(composed.burstMicros()).isEmpty();
        assertThat(composed.owner()).isEqualTo("normalize");
    }
}
