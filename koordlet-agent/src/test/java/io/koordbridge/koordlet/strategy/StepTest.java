package io.koordbridge.koordlet.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StepTest {

    @Test
    void onlyAnExactStepGivesBackWhatItDoesNotName() {
        assertThat(Step.exactly(1, List.of(), "asked", List.of()).exact()).isTrue();
        assertThat(Step.nothing(1, "unknown").exact()).isFalse();
        assertThat(new Step<>(1, List.of(), "asked", List.of("problem")).exact())
                .isFalse();
    }
}
