package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityClassJudgeTest {

    @Test
    void isWellWhenTheLowerClassesPreemptNone() {
        assertThat(PriorityClassJudge.judge(Map.of("koord-batch", "Never", "koord-free", "Never")))
                .hasSize(2)
                .allMatch(each -> each.level() == Level.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PreemptLowerPriority", ""})
    void warnsOfOneThatPreemptsAndSaysHowToMakeItAgain(String policy) {
        assertThat(PriorityClassJudge.judge(Map.of("koord-batch", "Never", "koord-free", policy)))
                .filteredOn(each -> each.level() == Level.WARN)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.check()).isEqualTo("koord-free");
                    assertThat(each.remedy()).contains("kubectl delete priorityclass koord-free", "helm upgrade");
                });
    }

    @Test
    void saysNothingOfClassesThatAreNotThere() {
        assertThat(PriorityClassJudge.judge(Map.of())).isEmpty();
    }
}
