package io.koordbridge.api.document.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import org.junit.jupiter.api.Test;

class YarnQuestionReaderTest {

    private static Decoded<String> read(String text) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName("n")
                .addToAnnotations(Annotations.NODE_YARN_QUESTION, text)
                .endMetadata()
                .build();
        return YarnQuestionReader.read(node);
    }

    @Test
    void aShortPrintableTextIsAQuestion() {
        for (String good : List.of("7", "2026-01-01T00:00:00Z 4f1c", "~", "x".repeat(64))) {
            assertThat(read(good)).isEqualTo(Decoded.of(good));
        }
    }

    @Test
    void withoutAnAnnotationNothingIsAsked() {
        Node node =
                new NodeBuilder().withNewMetadata().withName("n").endMetadata().build();

        assertThat(YarnQuestionReader.read(node).isAbsent()).isTrue();
    }

    @Test
    void anythingElseIsNamedAndNotAnswered() {
        for (String bad : List.of("", "x".repeat(65), "a\nb", "\u0000", "fünf", "\u007f", "x".repeat(200_000))) {
            Decoded<String> read = read(bad);

            assertThat(read.value()).isNull();
            assertThat(read.problems())
                    .extracting(WireProblem::document)
                    .containsExactly(Annotations.NODE_YARN_QUESTION);
        }
    }
}
