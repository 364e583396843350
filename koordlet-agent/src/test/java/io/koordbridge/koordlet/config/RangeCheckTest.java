package io.koordbridge.koordlet.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RangeCheckTest {

    record Section(
            @Min(1) @Max(9) int number,

            @Pattern(regexp = "auto|systemd") @Nullable String driver,

            @Nullable Section inner) {}

    @Test
    void acceptsBothEndsOfARangeAndAbsentTexts() {
        assertThatCode(() -> RangeCheck.check("", new Section(1, null, new Section(9, "auto", null))))
                .doesNotThrowAnyException();
    }

    @Test
    void namesTheWholePathOfANumberOutOfRange() {
        assertThatThrownBy(() -> RangeCheck.check("", new Section(1, null, new Section(10, null, null))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("inner.number = 10: want 1 to 9");
    }

    @Test
    void namesTheAllowedWords() {
        assertThatThrownBy(() -> RangeCheck.check("tier.", new Section(1, "cgroup", null)))
                .hasMessage("tier.driver = 'cgroup': want auto or systemd");
    }

    @Test
    void rejectsATextOfSpaces() {
        assertThatThrownBy(() -> RangeCheck.check("", new Section(1, " ", null)))
                .hasMessage("driver = ' ': want a text that is not empty");
    }
}
