package io.koordbridge.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.koordbridge.answers.DeschedulerPlanAnswer.KeptPod;
import io.koordbridge.answers.DeschedulerPlanAnswer.NodeUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.ResourceUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.Victim;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeschedulerPlanAnswerTest {

    private final JsonMapper mapper =
            JsonMapper.builder().addModule(new JavaTimeModule()).build();
    private final DeschedulerPlanAnswer answer = new DeschedulerPlanAnswer(
            Instant.parse("2026-01-01T00:00:00.500Z"),
            false,
            null,
            List.of(
                    new NodeUse(
                            "__default_node_pool__",
                            "hot",
                            "high",
                            null,
                            List.of(new ResourceUse("cpu", false, 30_000L, 32_000L, 14_400L, 24_000L))),
                    new NodeUse(
                            "__default_node_pool__",
                            "silent",
                            "unknown",
                            "its report is older than 180 s",
                            List.of(new ResourceUse("cpu", false, null, 32_000L, 14_400L, 24_000L)))),
            List.of(new Victim("shop/web-1", "hot", List.of("cold"), "LowNodeLoad", "node is overutilized")),
            List.of(new KeptPod("shop/db-0", "hot", "LocalStorage", "has a volume of kind emptyDir")));

    @Test
    void writesTheTimeAsText() {
        assertThat(mapper.valueToTree(answer).path("time").asText()).isEqualTo("2026-01-01T00:00:00.500Z");
    }

    @Test
    void writesWhatIsNotKnownAsNull() {
        assertThat(mapper.valueToTree(answer).at("/nodes/1/resources/0/used").isNull())
                .isTrue();
    }

    @Test
    void readsWhatItWrote() throws Exception {
        assertThat(mapper.readValue(mapper.writeValueAsString(answer), DeschedulerPlanAnswer.class))
                .isEqualTo(answer);
    }

    @Test
    void namesTheFieldThatIsMissing() {
        assertThatThrownBy(() -> mapper.readValue(
                        "{\"time\":\"2024-05-01T10:00:00Z\",\"nodes\":[],\"kept\":[],\"victims\":[{\"pod\":\"a/b\"}]}",
                        DeschedulerPlanAnswer.class))
                .rootCause()
                .hasMessage("the field \"victims.from\" is missing");
    }
}
