package io.koordbridge.colo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtectionStatusTest {

    @Test
    void theExplanationOfANodeNamesWhyNothingGrows() throws Exception {
        try (AnswerServer manager = new AnswerServer("manager-sums")) {
            manager.body(text -> text.replaceFirst(
                    "\"decision\": ?\\{",
                    "\"decision\": {\"protection\": {\"sentence\": \"suppression is off; end\"},"));

            Run run = Run.colo("explain", "node", "worker-3", "--ask", "manager", "--manager", manager.url());

            assertThat(run.out()).contains("Online pods are not protected: suppression is off; end");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ON, 0, protection     ON      suppression is on",
        "OFF, 1, protection     OFF     batch capacity without suppression on worker-1",
        "NOT_NEEDED, 0, protection     NOT_NEEDED",
    })
    void saysWhetherOnlinePodsAreProtected(String state, int exitCode, String row) throws Exception {
        String detail = row.replaceFirst("protection +[A-Z_]+ *", "");
        try (AnswerServer operator = new AnswerServer("healthy");
                AnswerServer manager = new AnswerServer("manager-nodes")) {
            manager.body(text -> text.replace(
                    "\"problems\":[]",
                    "\"problems\":[],\"protection\":{\"state\":\"%s\",\"detail\":\"%s\"}".formatted(state, detail)));

            Run run = Run.colo("status", "--operator", operator.url(), "--manager", manager.url());
            Run json = Run.colo("status", "-o", "json", "--operator", operator.url(), "--manager", manager.url());

            assertThat(run.out()).contains(row);
            assertThat(List.of(run.exitCode(), json.exitCode())).containsOnly(exitCode);
            assertThat(AnswerServer.JSON
                            .readTree(json.out())
                            .at("/protection/state")
                            .asText())
                    .isEqualTo(state);
        }
    }
}
