package io.koordbridge.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.koordbridge.answers.MigrationsAnswer.Job;
import io.koordbridge.answers.MigrationsAnswer.Wait;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationsAnswerTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final JsonMapper mapper =
            JsonMapper.builder().addModule(new JavaTimeModule()).build();
    private final Job open = new Job(
            "move",
            "shop/web-1",
            "hot",
            null,
            "LowNodeLoad",
            "Pending",
            "",
            NOW,
            new Wait("MaxMigratingPerNode", "2 of 2 pods of node hot are moved", NOW),
            null);
    private final Job ended =
            new Job("before", "shop/web-2", "hot", "cold", "", "Failed", "Timeout: 5m0s passed", NOW, null, NOW);
    private final MigrationsAnswer answer = new MigrationsAnswer(NOW, List.of(open), List.of(ended));

    @Test
    void readsWhatItWrote() throws Exception {
        assertThat(mapper.readValue(mapper.writeValueAsString(answer), MigrationsAnswer.class))
                .isEqualTo(answer);
    }

    @Test
    void writesTimesAsText() {
        assertThat(mapper.valueToTree(answer).at("/open/0/waits/since").asText())
                .isEqualTo("2026-01-01T00:00:00Z");
        assertThat(mapper.valueToTree(answer).at("/ended/0/ended").isTextual()).isTrue();
    }

    @Test
    void namesTheFieldThatIsMissing() {
        assertThatThrownBy(() -> mapper.readValue(
                        "{\"time\":\"2024-05-01T10:00:00Z\",\"open\":[{\"name\":\"move\"}],\"ended\":[]}",
                        MigrationsAnswer.class))
                .rootCause()
                .hasMessage("the field \"jobs.pod\" is missing");
    }
}
