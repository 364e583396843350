package io.koordbridge.admission.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSuffixTest {

    @ParameterizedTest
    @CsvSource({"q, -be, q-be", "q-be, -be, q-be", "'', -be, -be", "q, '', q", "q-be-x, -be, q-be-x-be"})
    void appendsASuffixThatIsNotThere(String value, String suffix, String wanted) {
        assertThat(LabelSuffix.appended(value, suffix)).isEqualTo(wanted);
    }
}
