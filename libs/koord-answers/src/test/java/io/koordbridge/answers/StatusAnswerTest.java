package io.koordbridge.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusAnswerTest {

    private static final Instant NOW = Instant.parse("2024-05-01T10:00:00.250Z");

    private final JsonMapper mapper =
            JsonMapper.builder().addModule(new JavaTimeModule()).build();
    private final StatusAnswer answer = new StatusAnswer(
            NOW,
            true,
            "pod-1",
            List.of(new StatusAnswer.Cluster("default", "rm:8033", "UP", NOW, "simple")),
            new StatusAnswer.Agents(2, 1),
            new StatusAnswer.Nodes(2, 2, 0),
            new StatusAnswer.Totals(
                    8_000L, 16L, null, null, null, null, null, null, null, null, null, null, null, null),
            new StatusAnswer.Ledger("OK"),
            List.of());

    @Test
    void writesTimesAsText() {
        assertThat(mapper.valueToTree(answer).path("time").asText()).isEqualTo("2024-05-01T10:00:00.250Z");
        assertThat(mapper.valueToTree(answer).at("/clusters/0/lastGoodCall").isTextual())
                .isTrue();
        assertThat(mapper.valueToTree(answer)
                        .path("totals")
                        .path("prodCpuMilli")
                        .isNull())
                .isTrue();
    }

    @Test
    void readsWhatItWrote() throws Exception {
        assertThat(mapper.readValue(mapper.writeValueAsString(answer), StatusAnswer.class))
                .isEqualTo(answer);
    }

    @Test
    void namesTheFieldThatIsMissing() {
        assertThatThrownBy(() -> mapper.readValue("{\"time\":\"2024-05-01T10:00:00Z\"}", StatusAnswer.class))
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the field \"agents\" is missing");
    }
}
