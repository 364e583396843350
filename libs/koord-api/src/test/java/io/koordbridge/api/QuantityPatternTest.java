package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.quantity.QuantityPattern;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityPatternTest {

    private static final Pattern PATTERN = Pattern.compile(QuantityPattern.PATTERN);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "+1",
                "-1",
                "1.",
                ".5",
                "1.5",
                "1n",
                "1u",
                "1m",
                "1k",
                "1M",
                "1G",
                "1T",
                "1P",
                "1E",
                "1Ki",
                "1Mi",
                "1Gi",
                "1Ti",
                "1Pi",
                "1Ei",
                "1e3",
                "1E3",
                "1e-3",
                "1e+3",
                "-1.5Gi",
                "18446744073709551616"
            })
    void takesEveryFormOfQuantities(String text) {
        assertThat(text).matches(PATTERN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " ", "-", ".", "1 ", "1 Gi", "1ki", "1K", "1KB", "1,5", "1.2.3", "--1", "1e", "0x10", "NaN", "many"
            })
    void refusesWhatNobodyCanRead(String text) {
        assertThat(text).doesNotMatch(PATTERN);
    }

    @Property(tries = 2000)
    void takesWhateverCanBeRead(@ForAll("almostQuantities") String text) {
        assertThat(ExactQuantity.parse(text).isEmpty() || PATTERN.matcher(text).matches())
                .isTrue();
    }

    @Provide
    Arbitrary<String> almostQuantities() {
        return Combinators.combine(
                        Arbitraries.strings().withChars("+-.019").ofMaxLength(4),
                        Arbitraries.strings().withChars("eEnumkKMGTPi").ofMaxLength(2),
                        Arbitraries.strings().withChars("+-.19").ofMaxLength(2))
                .as((number, suffix, exponent) -> number + suffix + exponent);
    }
}
