package io.koordbridge.yarnoperator.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.yarnoperator.view.Answers.CpuAnswer;
import io.koordbridge.yarnoperator.view.Answers.ExplainAnswer;
import io.koordbridge.yarnoperator.view.Answers.MemoryAnswer;
import io.koordbridge.yarnoperator.view.Answers.PointAnswer;
import io.koordbridge.yarnoperator.view.Answers.TermAnswer;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswersTest {

    private final ObjectMapper mapper = new ObjectMapper();

    @Test
    void aPointHasCpuAndMemoryInOneObject() {
        JsonNode point = mapper.valueToTree(new PointAnswer(
                7, new CpuAnswer(1L, 2L, 3L, 4L, 5L, null), new MemoryAnswer(6L, 7L, 8L, 9L, 10L, 11L)));

        assertThat(point.path("at").asLong()).isEqualTo(7);
        assertThat(point.path("leaseCpuMilli").asLong()).isEqualTo(3);
        assertThat(point.path("prodCpuMilli").isNull()).isTrue();
        assertThat(point.path("prodMemoryBytes").asLong()).isEqualTo(11);
    }

    @Test
    void aDecisionWithoutAShrinkHasNone() {
        TermAnswer term = new TermAnswer("lease", 2L, "vcores", "ledger", null);
        JsonNode explained =
                mapper.valueToTree(new ExplainAnswer("worker-1", "now", "STEADY", "in balance", null, List.of(term)));

        assertThat(explained.has("shrink")).isFalse();
        assertThat(explained.at("/terms/0/value").asLong()).isEqualTo(2);
        assertThat(explained.at("/terms/0").has("cpuMilli")).isFalse();
    }
}
