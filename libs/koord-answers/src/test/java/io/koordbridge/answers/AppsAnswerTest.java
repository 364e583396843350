package io.koordbridge.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.answers.AppsAnswer.Containers;
import io.koordbridge.answers.AppsAnswer.Progress;
import io.koordbridge.answers.AppsAnswer.Source;
import io.koordbridge.answers.AppsAnswer.Work;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppsAnswerTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final JsonMapper mapper =
            JsonMapper.builder().addModule(new JavaTimeModule()).build();
    private final App app = new App(
            "default",
            "application_1_0001",
            "etl",
            "ann",
            "root.etl",
            "SPARK",
            new Progress("RUNNING", "UNDEFINED", "worker-1", NOW, null),
            new Containers(3L, 1L, 0L),
            new Work(new BigDecimal("1.5"), new BigDecimal("2.25"), 3L, 4L),
            null);
    private final AppsAnswer answer = new AppsAnswer(
            NOW, List.of(new Source("default", null, true), new Source("other", "no answer", false)), 1, List.of(app));

    @Test
    void readsWhatItWrote() throws Exception {
        assertThat(mapper.readValue(mapper.writeValueAsString(answer), AppsAnswer.class))
                .isEqualTo(answer);
    }

    @Test
    void aProblemIsThereOnlyForAClusterThatHasOne() {
        assertThat(mapper.valueToTree(answer).at("/clusters/0").has("problem")).isFalse();
        assertThat(mapper.valueToTree(answer).at("/clusters/1/problem").asText())
                .isEqualTo("no answer");
    }

    @Test
    void namesTheFieldThatIsMissing() {
        assertThatThrownBy(() -> mapper.readValue(
                        "{\"time\":\"2024-05-01T10:00:00Z\",\"clusters\":[],\"fitting\":1,\"apps\":[{\"cluster\":\"a\"}]}",
                        AppsAnswer.class))
                .rootCause()
                .hasMessage("the field \"apps.id\" is missing");
    }
}
