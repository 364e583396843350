package io.koordbridge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundingTest {

    @ParameterizedTest
    @CsvSource({"7, 2, 4, 4", "8, 2, 4, 4", "-7, 2, -3, -4", "0, 5, 0, 0", "1, 1000, 1, 1", "-1, 1000, 0, -1"})
    void dividesUpOrAwayFromZero(long dividend, long divisor, long up, long away) {
        assertThat(Rounding.ceilDiv(dividend, divisor)).isEqualTo(up);
        assertThat(Rounding.divAwayFromZero(dividend, divisor)).isEqualTo(away);
    }

    @ParameterizedTest
    @CsvSource({"1999, 1.5, 2998", "-1999, 1.5, -2998", "1000, 0.0009, 0", "3, 0.3333333333333333, 1"})
    void truncatesInDoubleArithmetic(long amount, double factor, long expected) {
        assertThat(Rounding.truncated(amount, factor)).isEqualTo(expected);
    }

    @Test
    void doesNotOverflow() {
        assertThat(Rounding.truncated(Long.MAX_VALUE, 2)).isEqualTo(Long.MAX_VALUE);
        assertThat(Rounding.truncated(Long.MAX_VALUE, -2)).isEqualTo(Long.MIN_VALUE);
    }

    /** In doubles 0.29 is a little less than 29 hundredths: the reference publishes the smaller number, and so do we. */
    @ParameterizedTest
    @CsvSource({"100, 29, 28", "16000, 60, 9600", "1001, 65, 650", "-7, 50, -3", "5, 0, 0", "64, 130, 83"})
    void takesHundredthsLikeTheReference(long amount, long percent, long expected) {
        assertThat(Rounding.percent(amount, percent)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1025, 512, 1024", "1024, 512, 1024", "511, 512, 0", "-1, 512, -512", "7, 1, 7"})
    void goesDownToAMultiple(long amount, long step, long expected) {
        assertThat(Rounding.downTo(amount, step)).isEqualTo(expected);
    }

    @Test
    void roundsToTheNearestWholeNumber() {
        assertThat(Rounding.halfUp(64.5)).isEqualTo(65);
        assertThat(Rounding.halfUp(0.49999999999999994)).isZero();
        assertThat(Rounding.halfUp(64.49)).isEqualTo(64);
    }
}
