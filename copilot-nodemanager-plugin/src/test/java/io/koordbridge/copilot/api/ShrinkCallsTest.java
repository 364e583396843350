package io.koordbridge.copilot.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.http.HttpExchanges;
import io.koordbridge.copilot.http.HttpResponse;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShrinkCallsTest {
    private final ContractNode contract = new ContractNode();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{;expected",
                "{\"left\":1};unknown field left",
                "{\"target\":7};target must be an object",
                "{\"target\":{\"vcores\":1},\"leftMillis\":1};memoryMB must be there",
                "{\"target\":{\"vcores\":-1,\"memoryMB\":1},\"leftMillis\":1};vcores must be a whole number of at"
                        + " least 0",
                "{\"target\":{\"vcores\":1,\"memoryMB\":1.5},\"leftMillis\":1};memoryMB must be a whole number",
                "{\"target\":{\"vcores\":1,\"memoryMB\":1}};leftMillis must be there",
                "{\"target\":{\"vcores\":1,\"memoryMB\":1},\"leftMillis\":1,\"countsVcores\":1};countsVcores must be true or"
                        + " false"
            })
    void refusesABadShrinkWithAReasonAndKeepsTheOneBefore(String body, String reason) throws IOException {
        contract.decommission.order(3, 2048, 1_000, true);

        HttpResponse response = call("POST", "/v2/shrink", body);

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains(reason);
        assertThat(contract.decommission.current().megabytes()).isEqualTo(2048);
    }

    @Test
    void aShrinkIsKnownUntilItIsCalledOff() throws IOException {
        assertThat(call("POST", "/v2/shrink", "{\"target\":{\"vcores\":3,\"memoryMB\":2048},\"leftMillis\":60000}")
                        .status())
                .isEqualTo(200);
        assertThat(call("GET", "/v2/node", "").body())
                .contains("\"decommission\":{\"signal\":\"PWR\",\"target\":{\"vcores\":3,\"memoryMB\":2048}");

        assertThat(call("POST", "/v2/shrink", "{\"target\":null}").status()).isEqualTo(200);
        assertThat(call("GET", "/v2/node", "").body()).contains("\"target\":null");
    }

    @Test
    void noShrinkIsTakenWhileTheNodeManagerIsStopping() throws IOException {
        contract.node.stop();

        assertThat(call("POST", "/v2/shrink", "{}").status()).isEqualTo(409);
    }

    private HttpResponse call(String method, String path, String body) throws IOException {
        return HttpExchanges.answer(contract.api(), method, path, body);
    }
}
