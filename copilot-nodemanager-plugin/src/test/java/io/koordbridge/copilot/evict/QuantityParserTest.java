package io.koordbridge.copilot.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityParserTest {

    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "1k,1000", "1Ki,1024", "1.5Gi,1610612736", "2e3,2000", "1E,1000000000000000000", "100m,1"
    })
    void readsBytes(String quantity, long bytes) {
        assertThat(QuantityParser.units(quantity)).isEqualTo(Math.min(bytes, 1L << 53));
    }

    @ParameterizedTest
    @CsvSource({"1,1000", "1500m,1500", "0.1,100", "2k,2000000", "1u,1", "100n,1"})
    void readsMilliCores(String quantity, long milli) {
        assertThat(QuantityParser.milli(quantity)).isEqualTo(milli);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "x", "1x", "1 Gi", ".5", "1e99", "1e-3", "Gi"})
    void refusesEverythingElse(String quantity) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QuantityParser.units(quantity))
                .withMessageContaining(quantity);
    }

    @Test
    void isBoundedAbove() {
        assertThat(QuantityParser.milli("9999999999999999999Ei")).isEqualTo(1L << 53);
    }
}
