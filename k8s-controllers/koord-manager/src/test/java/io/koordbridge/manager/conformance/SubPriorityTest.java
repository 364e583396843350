package io.koordbridge.manager.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubPriorityTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-7, -7",
        "+7, 7",
        "0x10, 16",
        "0XfF, 255",
        "010, 8",
        "0o17, 15",
        "-0b101, -5",
        "00, 0",
        "1_000, 1000",
        "0_7, 7",
        "0x_f, 15",
        "2147483647, 2147483647",
        "-2147483648, -2147483648",
        "-0x80000000, -2147483648"
    })
    void readsNumbersOfEveryBase(String text, int number) {
        assertThat(SubPriority.parse(text)).contains(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "08",
                "0x",
                "0b2",
                "1e3",
                "1.0",
                " 1",
                "1 ",
                "-",
                "abc",
                "1__0",
                "_1",
                "1_",
                "2147483648",
                "-2147483649",
                "0x80000000",
                "99999999999999999999"
            })
    void refusesWhatIsNoNumberOrDoesNotFit(String text) {
        assertThat(SubPriority.parse(text)).isEmpty();
    }

    @Test
    void missingAndEmptyAreZero() {
        assertThat(SubPriority.parse(null)).contains(0);
        assertThat(SubPriority.parse("")).contains(0);
    }
}
