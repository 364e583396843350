package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {

    @ParameterizedTest
    @CsvSource({"1,1,1000", "1.0005,2,1001", "250m,1,250", "15k,15000,15000000", "1Ki,1024,1024000", "-1500m,-2,-1500"})
    void roundsAwayFromZero(String text, long value, long milli) {
        assertThat(Quantities.value(new Quantity(text))).isEqualTo(value);
        assertThat(Quantities.milli(new Quantity(text))).isEqualTo(milli);
    }

    @ParameterizedTest
    @CsvSource({
        "1Ei,1152921504606846976",
        "-1Ei,-1152921504606846976",
        "+.5Ei,576460752303423488",
        "7.5Ei,8646911284551352320",
        "8191Pi,9222246136947933184"
    })
    void readsLargeBinarySuffixesToTheByte(String text, long value) {
        assertThat(Quantities.value(new Quantity(text))).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"15000,15k", "1500,1500", "0,0", "3000000,3M", "-2000,-2k"})
    void writesCanonicalDecimals(long amount, String text) {
        assertThat(Quantities.ofDecimal(amount).toString()).isEqualTo(text);
    }

    /** As Go writes them: decimal below 1024, where no binary suffix fits. */
    @ParameterizedTest
    @CsvSource({"1610612736,1536Mi", "1000,1k", "1001,1001", "1024,1Ki", "0,0"})
    void writesCanonicalBytes(long bytes, String text) {
        assertThat(Quantities.ofBytes(bytes).toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"250,250m", "2000,2", "0,0"})
    void writesCanonicalMilliCores(long milli, String text) {
        assertThat(Quantities.ofMilli(milli).toString()).isEqualTo(text);
    }

    @Property
    void readsBackWhatItWrites(@ForAll int amount) {
        assertThat(Quantities.value(Quantities.ofDecimal(amount))).isEqualTo(amount);
        assertThat(Quantities.value(Quantities.ofBytes(amount))).isEqualTo(amount);
        assertThat(Quantities.milli(Quantities.ofMilli(amount))).isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource({"100E", "99999999999999999999"})
    void clampsWhatDoesNotFit(String text) {
        assertThat(Quantities.value(new Quantity(text))).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "1e99999999, 9223372036854775807",
        "-5E99999999, -9223372036854775808",
        "1e-99999999, 1",
        "0e99999999, 0",
        "1e18, 1000000000000000000",
    })
    void takesNoLongerForALargeExponent(String text, long value) {
        assertThat(Quantities.value(new Quantity(text))).isEqualTo(value);
    }

    @Test
    void anExponentThatNobodyCountsIsNoQuantity() {
        assertThatThrownBy(() -> Quantities.value(new Quantity("1e2147483647")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void readsWhateverTheClientsModelReadsAsTheSameAmount(
            @ForAll("amounts") String amount, @ForAll("suffixes") String suffix, @ForAll boolean apart) {
        Quantity quantity = apart ? new Quantity(amount, suffix) : new Quantity(amount + suffix);

        assertThat(Quantities.decimal(quantity)).isEqualByComparingTo(quantity.getNumericalAmount());
    }

    @Provide
    Arbitrary<String> amounts() {
        return Arbitraries.of(
                "0", "1", "1.", ".5", "0.5", "12.345", "007", "123456789012", "-3", "-0.25", "1000000000000000001");
    }

    @Provide
    Arbitrary<String> suffixes() {
        return Arbitraries.of(
                "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "e3", "E2", "e-3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "-%s", "0.%s", "%sm", "%sEi", "1e%s", "%s/"})
    void moreThan64CharactersAreNoQuantity(String form) {
        Quantity quantity = new Quantity(form.formatted("0".repeat(65)), "");

        assertThatThrownBy(() -> Quantities.value(quantity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("characters is not valid, allowed are 64");
    }

    @Test
    void sixtyFourCharactersAreAQuantity() {
        assertThat(Quantities.value(new Quantity("0".repeat(62) + "1k"))).isEqualTo(1_000);
    }

    /** The API server lets limits of any size pass: the pod stays readable, and the limit is one. */
    @Test
    void aLongQuantityThatTheServerCheckedIsLargerThanAllThereIs() {
        assertThat(Quantities.value(Quantities.ofServer("9".repeat(250_000)))).isEqualTo(Long.MAX_VALUE);
        assertThat(Quantities.value(Quantities.ofServer("-" + "9".repeat(250_000))))
                .isEqualTo(Long.MIN_VALUE);
        assertThat(Quantities.ofServer("1500m")).isEqualTo(new Quantity("1500m"));
    }

    @ParameterizedTest
    @CsvSource({"0e999,0", "1e60,1e50", "-1e60,-1e50", "1e-60,1e-50"})
    void isBounded(String text, BigDecimal amount) {
        assertThat(Quantities.decimal(new Quantity(text))).isEqualByComparingTo(amount);
    }
}
