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
        "ON, 0, suppression is on",
        "OFF, 1, batch capacity without suppression on worker-1",
        "NOT_NEEDED, 0, no node offers batch capacity",
    })
    void saysWhetherOnlinePodsAreProtected(String state, int exitCode, String detail) throws Exception {
        try (AnswerServer operator = new AnswerServer("healthy");
                AnswerServer manager = new AnswerServer("manager-nodes")) {
            manager.body(text -> text.replace(
                    "\"problems\":[]",
                    "\"problems\":[],\"protection\":{\"state\":\"%s\",\"detail\":\"%s\"}".formatted(state, detail)));

            Run run = Run.colo("status", "--operator", operator.url(), "--manager", manager.url());
            Run json = Run.colo("status", "-o", "json", "--operator", operator.url(), "--manager", manager.url());

            assertThat(run.out())
                    .containsPattern("protection CPU +" + state + " +" + detail)
                    .containsPattern("protection memory +NO_DATA +the koord-manager is too old to say");
            assertThat(List.of(run.exitCode(), json.exitCode())).containsOnly(exitCode);
            assertThat(AnswerServer.JSON
                            .readTree(json.out())
                            .at("/protection/state")
                            .asText())
                    .isEqualTo(state);
        }
    }

    @Test
    void saysApartWhetherTheirMemoryIsProtectedAndFailsOnCpuOnly() throws Exception {
        try (AnswerServer operator = new AnswerServer("healthy");
                AnswerServer manager = new AnswerServer("manager-nodes")) {
            manager.body(
                    text -> text.replace(
                            "\"problems\":[]",
                            "\"problems\":[],\"protection\":{\"state\":\"ON\",\"detail\":\"suppression is on\",\"memory\":"
                                    + "{\"state\":\"OFF\",\"unprotectedNodes\":1,\"detail\":\"w (feature gate BEMemoryEvict is off)\"}}"));

            Run run = Run.colo("status", "--operator", operator.url(), "--manager", manager.url());
            Run json = Run.colo("status", "-o", "json", "--operator", operator.url(), "--manager", manager.url());

            assertThat(run.out())
                    .containsPattern("protection CPU +ON +suppression is on")
                    .containsPattern("protection memory +OFF +w \\(feature gate BEMemoryEvict is off\\)");
            assertThat(run.exitCode()).isZero();
            assertThat(AnswerServer.JSON.readTree(json.out()).path("protection").toString())
                    .isEqualTo("{\"state\":\"ON\",\"detail\":\"suppression is on\","
                            + "\"memory\":{\"state\":\"OFF\",\"detail\":\"w (feature gate BEMemoryEvict is off)\"}}");
        }
    }
}
