package io.koordbridge.colo.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlainTextTest {

    @Test
    void escapesWhatControlsATerminal() {
        assertThat(PlainText.of("a\u001b[2Jb\rc\nd\u202ee\u009bf"))
                .isEqualTo("a\\u001b[2Jb\\u000dc\\u000ad\\u202ee\\u009bf");
        assertThat(PlainText.of("\ud800")).isEqualTo("\\ud800");
    }

    @Test
    void leavesWordsOfAllLanguages() {
        assertThat(PlainText.of("Übung 作业 \ud83d\ude00")).isEqualTo("Übung 作业 \ud83d\ude00");
    }

    @Test
    void cutsAfterItEscapes() {
        assertThat(PlainText.of("x".repeat(1_000_000), 10)).isEqualTo("xxxxxxxxx…");
        assertThat(PlainText.of("\u001b".repeat(10), 10))
                .isEqualTo("\\u001b\\u0…")
                .hasSize(10);
        assertThat(PlainText.of("0123456789", 10)).isEqualTo("0123456789");
    }

    @Test
    void aCellOfATableIsOneLine() {
        assertThat(TextTable.of(List.of("NAME"), List.of(List.of("a\nFAKE  OK")))
                        .lines())
                .containsExactly("NAME", "a\\u000aFAKE  OK");
    }
}
