package io.koordbridge.kube.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecurringProblemsTest {

    private final RecurringProblems<String> trouble = new RecurringProblems<>();

    @Test
    void areToldWhenTheyBeginAndWhenTheyEnd() {
        assertThat(trouble.begins("filter", "no JSON")).isTrue();
        assertThat(trouble.begins("filter", "no JSON")).isFalse();
        assertThat(trouble.begins("filter", "no pod")).isTrue();
        assertThat(trouble.ends("bind")).isFalse();
        assertThat(trouble.ends("filter")).isTrue();
        assertThat(trouble.ends("filter")).isFalse();
        assertThat(trouble.begins("filter", "no pod")).isTrue();
    }
}
