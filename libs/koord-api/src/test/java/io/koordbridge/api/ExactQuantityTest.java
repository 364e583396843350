package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.ExactQuantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExactQuantityTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "15000, 15k",
        "0.25, 250m",
        "+5, 5",
        "5., 5",
        ".5, 500m",
        "0.1Ki, 102400m",
        "0.0005Ki, 512m",
        "1000Ki, 1000Ki",
        "0.5Ki, 512",
        "1048576Ki, 1Gi",
        "-2Mi, -2Mi",
        "16Ei, 9223372036854775807",
        "1e-3, 1e-3",
        "1.5e0, 1500e-3",
        "2E3, 2e3",
        "2E, 2E",
        "1e19, 10e18",
        "0.0000000001, 1n",
        "-0.0000000001, -1n",
        "123456789012345678901234567890, 123456789012345678901234567890",
        "1000E, 1000E"
    })
    void writesEqualValuesOfOneFormWithOneText(String text, String canonical) {
        assertThat(quantity(text).canonicalText()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 1", "1 ", "1ki", "1KI", "1e", "1e1.5", "0x10", "1.1.1", "--1", "Ki", "NaN", "1mi"})
    void refusesTextsThatAreNoQuantities(String text) {
        assertThat(ExactQuantity.parse(text)).isEmpty();
    }

    @Test
    void takesTheFormOfTheOtherWhileItIsZero() {
        assertThat(quantity("0").plus(quantity("2Gi")).canonicalText()).isEqualTo("2Gi");
        assertThat(quantity("0").minus(quantity("2Gi")).canonicalText()).isEqualTo("-2Gi");
    }

    @Test
    void roundsAwayFromZero() {
        assertThat(quantity("-1500m").value()).isEqualTo(-2);
        assertThat(quantity("1u").milli()).isEqualTo(1);
    }

    @Test
    void countsAsDifferentOnlyBeyondTheThreshold() {
        assertThat(quantity("1000").differsFrom(quantity("1100"), 0.1)).isFalse();
        assertThat(quantity("1000").differsFrom(quantity("1101"), 0.1)).isTrue();
        assertThat(quantity("0").differsFrom(quantity("0"), 0.1)).isFalse();
        assertThat(quantity("0").differsFrom(quantity("1n"), 0.1)).isTrue();
    }

    @Test
    void readsAQuantityOfAnObject() {
        assertThat(ExactQuantity.of(new Quantity("1536", "Mi")).canonicalText()).isEqualTo("1536Mi");
    }

    private static ExactQuantity quantity(String text) {
        return ExactQuantity.parse(text).orElseThrow();
    }

    @Test
    void moreThan64CharactersAreNoQuantity() {
        assertThat(ExactQuantity.parse("0".repeat(63) + "1")).isPresent();
        assertThat(ExactQuantity.parse("0".repeat(64) + "1")).isEmpty();
        assertThat(ExactQuantity.isQuantity("9".repeat(250_000))).isFalse();
    }
}
