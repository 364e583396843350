package io.koordbridge.api.document.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.admission.LimitRangeDefaults.Amount;
import org.junit.jupiter.api.Test;

class LimitRangeDefaultsTest {

    @Test
    void namesEachAmountThatLimitRangerSet() {
        Decoded<LimitRangeDefaults> read = LimitRangeDefaults.of("LimitRanger plugin set: cpu, memory request for"
                + " container main; ephemeral-storage limit for init container load");

        assertThat(read.isGood()).isTrue();
        assertThat(read.orElse(LimitRangeDefaults.NONE).amounts())
                .containsExactlyInAnyOrder(
                        new Amount("main", false, false, "cpu"),
                        new Amount("main", false, false, "memory"),
                        new Amount("load", true, true, "ephemeral-storage"));
    }

    @Test
    void aPartOfAnotherFormLeavesTheOthers() {
        Decoded<LimitRangeDefaults> read =
                LimitRangeDefaults.of("LimitRanger plugin set: nonsense; cpu limit for container main; ");

        assertThat(read.problems()).hasSize(2);
        assertThat(read.orElse(LimitRangeDefaults.NONE).amounts())
                .containsExactly(new Amount("main", false, true, "cpu"));
    }

    @Test
    void anotherTextIsUnreadableAndNoneIsAbsent() {
        assertThat(LimitRangeDefaults.of("cpu").problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("kubernetes.io/limit-ranger", "'cpu'"));
        assertThat(LimitRangeDefaults.of(null).isAbsent()).isTrue();
    }

    @Test
    void aLongListIsReadWithoutRecursion() {
        String names = "cpu" + ", cpu".repeat(50_000);

        assertThat(LimitRangeDefaults.of("LimitRanger plugin set: " + names + " request for container main")
                        .orElse(LimitRangeDefaults.NONE)
                        .amounts())
                .containsExactly(new Amount("main", false, false, "cpu"));
        assertThat(LimitRangeDefaults.of("LimitRanger plugin set: " + names).isGood())
                .isFalse();
    }

    @Test
    void manyWrongPartsAreFewProblems() {
        String text = "LimitRanger plugin set: " + "x; ".repeat(50_000) + "cpu limit for container main";

        assertThat(LimitRangeDefaults.of(text).problems()).hasSize(8);
        assertThat(LimitRangeDefaults.of(text).orElse(LimitRangeDefaults.NONE).amounts())
                .containsExactly(new Amount("main", false, true, "cpu"));
    }
}
