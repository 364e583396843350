package io.koordbridge.descheduler.decide.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntOrPercentTest {

    @ParameterizedTest
    @CsvSource({"10%, 19, 1", "33%, 10, 3", "100%, 7, 7", "101%, 100, 101", "-10%, 3, -1", "+5%, 100, 5", "0%, 9, 0"})
    void percentIsRoundedDown(String text, int total, long expected) {
        assertThat(IntOrPercent.of(text).scaledTo(total)).isEqualTo(OptionalLong.of(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc%", "%", "", "5", "1.5%", " 5%", "5 %", "+%", "99999999999999999999%", "٣%"})
    void malformedTextHasNoValue(String text) {
        assertThat(IntOrPercent.of(text).scaledTo(10)).isEmpty();
        assertThat(IntOrPercent.of(text).isInRange()).isFalse();
    }

    @Test
    void rangeIsZeroToAllPods() {
        assertThat(IntOrPercent.of("0%").isInRange()).isTrue();
        assertThat(IntOrPercent.of("100%").isInRange()).isTrue();
        assertThat(IntOrPercent.of(500).isInRange()).isTrue();
        assertThat(IntOrPercent.of("101%").isInRange()).isFalse();
        assertThat(IntOrPercent.of("-1%").isInRange()).isFalse();
        assertThat(IntOrPercent.of(-1).isInRange()).isFalse();
    }
}
