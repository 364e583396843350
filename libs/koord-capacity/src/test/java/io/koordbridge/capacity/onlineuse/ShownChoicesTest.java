package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShownChoicesTest {

    private static final Fixed MEAN = new Fixed(EstimateLevel.MEAN, Duration.ofMinutes(15));
    private static final EstimateStrategy CPU = new EstimateStrategy(new ByRisk(2), MEAN, false);

    @Test
    void theRiskOfAChoiceIsTheOneThatStandsBesideItElseTheOneOfNow() {
        String text = "p95/900+3.5 care 2.10";

        assertThat(ShownChoices.read("{\"cpu\": \"" + text + "\", \"cpuRiskPercent\": 5}", CPU))
                .isEqualTo(new ShownChoices(RiskChoice.parse(text, 5).orElseThrow(), null, List.of()));
        assertThat(ShownChoices.read("{\"cpu\": \"" + text + "\"}", CPU).cpu())
                .isEqualTo(RiskChoice.parse(text, 2).orElseThrow());
    }

    @Test
    void aChoiceThatNobodyAsksForIsLeftOut() {
        assertThat(ShownChoices.read("{\"memory\": \"nonsense\"}", CPU)).isEqualTo(ShownChoices.NONE);
        assertThat(ShownChoices.read(null, CPU)).isEqualTo(ShownChoices.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p95",
                "p95/900+NaN care 2.10",
                "p95/900+3.5 care 9999.00",
                "p95/900-999.9 care 1.00",
                "max/99999+0.0 care 1.00",
                "p95/900+3.5 care 2.10 "
            })
    void aTextThatIsNoChoiceIsAProblemThatNamesFieldAndValue(String text) {
        ShownChoices found = ShownChoices.read("{\"cpu\": \"" + text + "\"}", CPU);

        assertThat(found.cpu()).isNull();
        assertThat(found.problems())
                .extracting(WireProblem::document, WireProblem::field, WireProblem::value)
                .containsExactly(tuple("koordbridge.io/risk-choice", "cpu", text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0", "1e308", "99999999999999999999"})
    void aRiskThatCannotBeIsAProblem(String risk) {
        ShownChoices found =
                ShownChoices.read("{\"cpu\": \"p95/900+3.5 care 2.10\", \"cpuRiskPercent\": " + risk + "}", CPU);

        assertThat(found.cpu()).isNull();
        assertThat(found.problems()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{\"cpu\": [1]}", "{\"cpuRiskPercent\": \"much\"}", "{\"cpuRiskPercent\": {}}"})
    void anotherDocumentIsAProblem(String text) {
        assertThat(ShownChoices.read(text, CPU).problems()).hasSize(1);
    }
}
