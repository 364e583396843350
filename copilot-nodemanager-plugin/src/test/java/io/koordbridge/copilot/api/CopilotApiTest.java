package io.koordbridge.copilot.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.http.HttpExchanges;
import io.koordbridge.copilot.http.HttpResponse;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopilotApiTest {
    private final ContractNode contract = new ContractNode();

    @Test
    void tellsWhatDoesNotWorkInTheHealthText() throws IOException {
        contract.degraded = List.of("containers are not placed in cgroups: read-only", "API late");

        assertThat(call("GET", "/health", "").body())
                .isEqualTo("\"degraded: containers are not placed in cgroups: read-only; API late\"");
    }

    @ParameterizedTest
    @CsvSource({"GET,/,404", "GET,/v2/evict,405", "POST,/health,405", "DELETE,/v2/node,405", "POST,/nothing,404"})
    void answersUnknownCallsAndMethods(String method, String path, int status) throws IOException {
        assertThat(call(method, path, "").status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{;expected",
                "[];expected an object",
                "{};exactly one of",
                "{\"containers\":[]};exactly one of",
                "{\"containers\":[\"a\"],\"resources\":{\"cpuMilli\":1}};exactly one of",
                "{\"containers\":\"a\"};containers must be an array",
                "{\"container\":[\"a\"]};unknown field container",
                "{\"resources\":{}};ask for nothing",
                "{\"resources\":{\"cpuMilli\":1},\"force\":true};force is for memory emergencies",
                "{\"resources\":{\"cpuMilli\":-5}};cpuMilli must be a whole number of at least 0, got -5",
                "{\"resources\":{\"memoryBytes\":\"1Gi\"}};memoryBytes must be a number",
                "{\"containers\":[\"a\"],\"force\":1};force must be true or false"
            })
    void refusesABadEvictionWithAReasonAndDoesNothing(String body, String reason) throws IOException {
        HttpResponse response = call("POST", "/v2/evict", body);

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains(reason);
        assertThat(contract.node.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/v1/killContainer;{};containerID must be there",
                "/v1/killContainer;{\"containerID\":7};containerID must be a string",
                "/v1/killContainersByResource;{};resources must be there",
                "/v1/killContainersByResource;{\"resources\":{\"cpu\":\"many\"}};not a quantity",
                "/v1/killContainersByResource;{\"resources\":{\"gpu\":\"1\"}};ask for nothing"
            })
    void refusesABadKillWithAReason(String path, String body, String reason) throws IOException {
        HttpResponse response = call("POST", path, body);

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains(reason);
        assertThat(contract.node.calls()).isEmpty();
    }

    @Test
    void endsNothingWhileTheNodeManagerIsStopping() throws IOException {
        contract.node.stop();

        HttpResponse response = call("POST", "/v2/evict", "{\"containers\":[\"" + ContractNode.TASK + "\"]}");

        assertThat(response.status()).isEqualTo(409);
        assertThat(contract.node.calls()).isEmpty();
        assertThat(call("GET", "/v2/node", "").body()).contains("\"stopping\":true");
    }

    @Test
    void aKillOfVersionOneEndsWithTheForgivenStatusAndAtOnce() throws IOException {
        call("POST", "/v1/killContainer", "{\"containerID\":\"" + ContractNode.TASK + "\",\"resources\":null}");

        assertThat(contract.node.calls())
                .containsExactly(
                        "kill " + ContractNode.TASK + " -102 Evicted by Koord Bridge: killed on request",
                        "force " + ContractNode.TASK);
    }

    @Test
    void cutsALongReason() throws IOException {
        call(
                "POST",
                "/v2/evict",
                "{\"containers\":[\"" + ContractNode.TASK + "\"],\"reason\":\"" + "r".repeat(5000) + "\"}");

        assertThat(contract.node.calls()).singleElement().asString().hasSizeLessThan(400);
    }

    private HttpResponse call(String method, String path, String body) throws IOException {
        return HttpExchanges.answer(contract.api(), method, path, body);
    }
}
