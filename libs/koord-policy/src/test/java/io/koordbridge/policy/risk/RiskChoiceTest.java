package io.koordbridge.policy.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RiskChoiceTest {

    private static final Candidate P95 = new Candidate(Statistic.P95, Duration.ofMinutes(15));

    @Test
    void theTextIsShort() {
        assertThat(new RiskChoice(P95, 3.5, 2.1, 1).text()).isEqualTo("p95/900+3.5 care 2.10");
        assertThat(new RiskChoice(P95, -0.5, 300, 1).text()).isEqualTo("p95/900-0.5 care 300.00");
        assertThat(P95.words()).isEqualTo("p95 of 15 min");
    }

    @Property
    void everyChoiceIsReadBack(
            @ForAll Statistic statistic,
            @ForAll @IntRange(min = 1, max = 86_400) int seconds,
            @ForAll @DoubleRange(min = -100, max = 100) double margin,
            @ForAll @DoubleRange(min = 0.02, max = 300) double care) {
        RiskChoice choice = new RiskChoice(new Candidate(statistic, Duration.ofSeconds(seconds)), margin, care, 1);

        assertThat(RiskChoice.parse(choice.text(), 1)).hasValueSatisfying(read -> {
            assertThat(read.text()).isEqualTo(choice.text());
            assertThat(read.differsFrom(choice)).isFalse();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p95/900",
                "p95/900+3.5",
                "p95/0+3.5 care 2.10",
                "p95/90000+3.5 care 2.10",
                "p96/900+3.5 care 2.10",
                "p95/900+300.5 care 2.10",
                "p95/900+3.5 care 0.00",
                "p95/900+3.5 care 999.00",
                "p95/900+NaN care 2.10",
                "p95/900+3.5 care 2.10 x"
            })
    void anyOtherTextIsNoChoice(String text) {
        assertThat(RiskChoice.parse(text, 1)).isEmpty();
    }

    @Test
    void onlyAClearDifferenceIsWorthAWrite() {
        RiskChoice choice = new RiskChoice(P95, 3, 2, 1);

        assertThat(choice.differsFrom(new RiskChoice(P95, 3.5, 2.5, 1))).isFalse();
        assertThat(choice.differsFrom(new RiskChoice(P95, 4, 2, 1))).isTrue();
        assertThat(choice.differsFrom(new RiskChoice(P95, 3, 4, 1))).isTrue();
        assertThat(choice.differsFrom(new RiskChoice(P95, 3, 1, 1))).isTrue();
        assertThat(choice.differsFrom(new RiskChoice(new Candidate(Statistic.P95, Duration.ofMinutes(5)), 3, 2, 1)))
                .isTrue();
        assertThat(choice.differsFrom(new RiskChoice(P95, 3, 2, 5))).isTrue();
    }

    @Test
    void aChoiceIsMoreCarefulWhenItOffersLessOrNoMoreAtTwiceTheCare() {
        RiskChoice choice = new RiskChoice(P95, 3, 2, 1);

        assertThat(new RiskChoice(P95, 4, 2, 1).isMoreCarefulThan(choice, 1)).isTrue();
        assertThat(new RiskChoice(P95, 4, 0.5, 1).isMoreCarefulThan(choice, 1)).isTrue();
        assertThat(new RiskChoice(P95, 3, 4, 1).isMoreCarefulThan(choice, 0)).isTrue();
        assertThat(new RiskChoice(P95, 3, 3.9, 1).isMoreCarefulThan(choice, 0)).isFalse();
        assertThat(new RiskChoice(P95, 3.9, 2, 1).isMoreCarefulThan(choice, 0.9))
                .isFalse();
        assertThat(new RiskChoice(P95, 2, 4, 1).isMoreCarefulThan(choice, -1)).isFalse();
        assertThat(new RiskChoice(P95, 2, 2, 1).isMoreCarefulThan(choice, -1)).isFalse();
    }

    @Test
    void aShortMinuteIsDearerWhereFewerAreAllowed() {
        RiskChoice choice = new RiskChoice(P95, 3, 2, 5);

        assertThat(choice.careFor(new RiskConfig(1))).isEqualTo(10);
        assertThat(choice.careFor(new RiskConfig(20))).isEqualTo(0.5);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, 0, -1, 1e300, Double.POSITIVE_INFINITY})
    void aRiskThatCannotBeMakesNoChoice(double risk) {
        assertThat(RiskChoice.parse("p95/900+3.5 care 2.10", risk)).isEmpty();
        assertThatThrownBy(() -> new RiskChoice(P95, 3, 2, risk)).hasMessageContaining("riskPercent");
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new RiskChoice(P95, Double.NaN, 1, 1)).hasMessageContaining("margin");
        assertThatThrownBy(() -> new RiskChoice(P95, 0, 0, 1)).hasMessageContaining("care");
    }
}
