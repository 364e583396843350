package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quantity.FloatParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FloatParserTest {

    @ParameterizedTest
    @CsvSource({"1.20, 1.2", "+.5, 0.5", "-3., -3", "2e-1, 0.2", "0x1p-2, 0.25", "0X1.8P1, 3"})
    void readsTheFormsThatGoReads(String text, double number) {
        assertThat(FloatParser.read(text)).hasValue(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " 1", "1 ", "1f", "1d", "1,5", ".", "e3", "0x1", "NaN", "Inf", "Infinity", "1e400", "-1e400"
            })
    void findsNoNumberWhereThereIsNoneOrOneBeyondAllBounds(String text) {
        assertThat(FloatParser.read(text)).isEmpty();
    }
}
