package io.koordbridge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ClassesTest {

    @ParameterizedTest
    @CsvSource({
        "9000,PROD",
        "9999,PROD",
        "10000,NONE",
        "8999,NONE",
        "7999,MID",
        "5000,BATCH",
        "3999,FREE",
        "0,NONE",
        "-1,NONE"
    })
    void bandsAreInclusive(int value, PriorityClass expected) {
        assertThat(PriorityClass.ofValue(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(PriorityClass.class)
    void namesReadBack(PriorityClass priorityClass) {
        assertThat(PriorityClass.ofName(priorityClass.wireName())).isEqualTo(priorityClass);
    }

    @ParameterizedTest
    @EnumSource(QosClass.class)
    void qosNamesReadBack(QosClass qosClass) {
        assertThat(QosClass.ofLabel(qosClass.wireName())).isEqualTo(qosClass);
    }

    @Test
    void qosNamesAreCaseSensitive() {
        assertThat(QosClass.ofLabel("be")).isEqualTo(QosClass.NONE);
        assertThat(QosClass.ofLabel(null)).isEqualTo(QosClass.NONE);
    }

    @ParameterizedTest
    @CsvSource({"1,1000,1", "0,1000,0", "-1,1000,-1", "1001,1000,2", "-1001,1000,-2", "2000,1000,2"})
    void roundsAwayFromZero(long dividend, long divisor, long expected) {
        assertThat(Rounding.divAwayFromZero(dividend, divisor)).isEqualTo(expected);
    }
}
