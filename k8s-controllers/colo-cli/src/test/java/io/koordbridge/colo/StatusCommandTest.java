package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusCommandTest {

    private static Run status(AnswerServer operator, String field, String... more) throws Exception {
        try (AnswerServer manager = new AnswerServer("manager-nodes")) {
            manager.body(text -> text.replace(
                    "\"problems\":[]",
                    "\"problems\":[],\"protection\":{\"state\":\"ON\",\"detail\":\"fine\"}" + field));
            String[] line = new String[5 + more.length];
            System.arraycopy(
                    new String[] {"status", "--operator", operator.url(), "--manager", manager.url()}, 0, line, 0, 5);
            System.arraycopy(more, 0, line, 5, more.length);
            return Run.colo(line);
        }
    }

    @Test
    void namesBestEffortPodsThatKubernetesDoesNotTreatAsSuch() throws Exception {
        String field = ",\"outsideTier\":{\"pods\":4,\"named\":[\"jobs/a\",\"jobs/b\"]}";
        try (AnswerServer operator = new AnswerServer("healthy")) {
            Run run = status(operator, field);
            Run json = status(operator, field, "-o", "json");

            assertThat(run.out())
                    .containsPattern("outside tier +4 +best-effort pods .* such as jobs/a, jobs/b: kubectl get events");
            assertThat(run.exitCode()).isZero();
            assertThat(AnswerServer.JSON
                            .readTree(json.out())
                            .at("/outsideTier/pods")
                            .asInt())
                    .isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"outsideTier\":{\"pods\":0,\"named\":[]}"})
    void hasNoLineWithoutThem(String field) throws Exception {
        try (AnswerServer operator = new AnswerServer("healthy")) {
            assertThat(status(operator, field).out()).doesNotContain("outside tier");
        }
    }
}
