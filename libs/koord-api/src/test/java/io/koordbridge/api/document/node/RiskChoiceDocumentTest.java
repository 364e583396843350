package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.RiskChoiceDocument.Texts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RiskChoiceDocumentTest {

    @Test
    void choicesComeBackAsTheyWereWritten() {
        Texts choices = new Texts("p95/900+3.5 care 2.10", "max/1800+0.0 care 0.50", null, null);

        String text = RiskChoiceDocument.write(choices).orElseThrow();

        assertThat(text).isEqualTo("{\"cpu\":\"p95/900+3.5 care 2.10\",\"memory\":\"max/1800+0.0 care 0.50\"}");
        assertThat(RiskChoiceDocument.read(text).value()).isEqualTo(choices);
    }

    @Test
    void theRiskStandsBesideTheTextThatOlderVersionsRead() {
        Texts choices = new Texts("p95/900+3.5 care 2.10", null, 0.5, null);

        String text = RiskChoiceDocument.write(choices).orElseThrow();

        assertThat(text).isEqualTo("{\"cpu\":\"p95/900+3.5 care 2.10\",\"cpuRiskPercent\":0.5}");
        assertThat(RiskChoiceDocument.read(text).value()).isEqualTo(choices);
    }

    @Test
    void oneChoiceIsWrittenByItselfAndNoneIsNoAnnotation() {
        assertThat(RiskChoiceDocument.write(new Texts("a", null, null, null))).contains("{\"cpu\":\"a\"}");
        assertThat(RiskChoiceDocument.write(Texts.NONE)).isEmpty();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "null")
    void anAbsentAnnotationIsNoProblem(String text) {
        assertThat(RiskChoiceDocument.read(text).isAbsent()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"cpu\": [1]}", "{\"cpu\"", "p95"})
    void anotherTextIsAProblemThatNamesTheAnnotation(String text) {
        assertThat(RiskChoiceDocument.read(text).value()).isNull();
        assertThat(RiskChoiceDocument.read(text).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("koordbridge.io/risk-choice"));
    }

    @Test
    void aTextThatIsTooLongIsLeftOut() {
        String text = "{\"cpu\": \"" + "9".repeat(100_000) + "\", \"memory\": \"max/1800+0.0 care 0.50\"}";

        assertThat(RiskChoiceDocument.read(text).value())
                .isEqualTo(new Texts(null, "max/1800+0.0 care 0.50", null, null));
        assertThat(RiskChoiceDocument.read(text).problems())
                .extracting(WireProblem::field, WireProblem::allowed)
                .containsExactly(tuple("cpu", "at most 64 characters"));
    }
}
