package io.koordbridge.colo.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "5, 0.01", "250, 0.25", "1005, 1.01", "16000, 16", "192500, 192.5", "-1500, -1.5"})
    void showsCoresWithAtMostTwoDecimals(long milliCpu, String text) {
        assertThat(Amounts.cores(milliCpu)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0B",
        "1023, 1023B",
        "1024, 1Ki",
        "1610612736, 1.5Gi",
        "-2147483648, -2Gi",
        "9223372036854775807, 8192Pi"
    })
    void showsBytesInTheBiggestUnitThatFits(long bytes, String text) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void readsYarnsMemoryAsMebibytes() {
        assertThat(Amounts.mebibytes(20480L)).isEqualTo("20Gi");
    }

    @ParameterizedTest
    @CsvSource({"0, 0s", "1.44, 1.4s", "9.96, 10s", "94.2, 94s", "119.4, 119s", "150, 3min", "7190, 2h", "9000, 2.5h"})
    void showsAgesCoarserTheOlderTheyAre(BigDecimal seconds, String text) {
        assertThat(Amounts.age(seconds)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"-3, 0s", "59, 59s", "60, 1min0s", "250, 4min10s", "7199, 119min59s", "7200, 2h0min", "9000, 2h30min"})
    void showsTimeThatIsLeft(long seconds, String text) {
        assertThat(Amounts.left(seconds)).isEqualTo(text);
    }

    @Test
    void showsWhatIsNotKnownAsADashAndNeverAsZero() {
        assertThat(Amounts.cores(null)).isEqualTo("-");
        assertThat(Amounts.bytes(null)).isEqualTo("-");
        assertThat(Amounts.mebibytes(null)).isEqualTo("-");
        assertThat(Amounts.age(null)).isEqualTo("-");
        assertThat(Amounts.pair("-", "-")).isEqualTo("-");
        assertThat(Amounts.pair("-", "4Gi")).isEqualTo("-/4Gi");
    }
}
