package io.koordbridge.descheduler.decide.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedPodsTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "3, 1", "4, 2", "10, 2", "11, 1", "20, 2", "2147483647, 214748364"})
    void withoutValueThePartFitsTheSize(int replicas, int expected) {
        assertThat(AllowedPods.of(replicas, null)).isEqualTo(OptionalInt.of(expected));
    }

    @Test
    void configuredNumberIsCappedAtTheSizeAndZeroIsOne() {
        assertThat(AllowedPods.of(3, IntOrPercent.of(5))).isEqualTo(OptionalInt.of(3));
        assertThat(AllowedPods.of(3, IntOrPercent.of(0))).isEqualTo(OptionalInt.of(1));
        assertThat(AllowedPods.of(3, IntOrPercent.of("1%"))).isEqualTo(OptionalInt.of(1));
    }

    @Test
    void malformedPercentIsNoNumber() {
        assertThat(AllowedPods.of(3, IntOrPercent.of("abc%"))).isEmpty();
    }
}
