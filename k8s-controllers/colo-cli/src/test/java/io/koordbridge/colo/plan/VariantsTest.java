package io.koordbridge.colo.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.colo.plan.outcome.Variant;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class VariantsTest {

    @Test
    void defaultsComeFirstThenTheRiskThenEachSet() {
        List<Variant> variants = Variants.of(new BigDecimal("1.0"), List.of("a=1,b=x", "c=[1,2]"));

        assertThat(variants).extracting(Variant::title).containsExactly("defaults", "risk 1 %", "a=1,b=x", "c=[1,2]");
        assertThat(variants.get(1).changes()).isEqualTo(Map.of("riskPercent", "1"));
        assertThat(variants.get(2).changes()).isEqualTo(Map.of("a", "1", "b", "x"));
        assertThat(variants.get(3).changes()).isEqualTo(Map.of("c", "[1,2]"));
        assertThat(Variants.chosen(variants)).isEqualTo(1);
        assertThat(Variants.chosen(Variants.of(null, List.of()))).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpuReclaimThresholdPercent", "=70", ""})
    void aSetWithoutAFieldIsRefused(String set) {
        assertThatThrownBy(() -> Variants.of(null, List.of(set)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FIELD=VALUE");
    }

    @ParameterizedTest
    @CsvSource({"1%, 1", "0.1, 0.1", "20%, 20", "2.5%, 2.5"})
    void aRiskIsAShareOfTheTime(String given, BigDecimal percent) {
        assertThat(new RiskPercent().convert(given)).isEqualByComparingTo(percent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.05%", "21%", "one", "-1", "1%%", "1e1", "", "%"})
    void anotherRiskIsRefusedWithTheRange(String given) {
        assertThatThrownBy(() -> new RiskPercent().convert(given))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("0.1% to 20%");
    }
}
