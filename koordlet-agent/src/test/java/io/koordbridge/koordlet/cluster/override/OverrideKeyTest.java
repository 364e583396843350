package io.koordbridge.koordlet.cluster.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverrideKeyTest {

    private static final WireProblem PROBLEM = new WireProblem("example.org/word", "part", "x", "a word");

    @Test
    void aDocumentWithoutAProblemIsItsValue() {
        assertThat(OverrideKey.required(Decoded.of("w"))).hasValue("w");
        assertThat(OverrideKey.required(Decoded.absent())).isEmpty();
    }

    @Test
    void aDocumentWithAProblemIsNoneInWords() {
        for (Decoded<String> bad :
                List.of(Decoded.<String>unreadable(PROBLEM), new Decoded<>("what is left", List.of(PROBLEM)))) {
            assertThatThrownBy(() -> OverrideKey.required(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("invalid example.org/word, field part: 'x'; allowed: a word");
        }
    }
}
