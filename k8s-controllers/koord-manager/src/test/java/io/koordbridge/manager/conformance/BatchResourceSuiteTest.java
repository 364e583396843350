package io.koordbridge.manager.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.testkit.conformance.Json;
import org.junit.jupiter.api.Test;

final class BatchResourceSuiteTest {

    private static final String INPUT = """
            {"now": "2026-03-01T10:00:00Z",
             "strategy": {"enable": true, "memoryReclaimThresholdPercent": 100%s},
             "node": {"metadata": {"name": "n"}, "status": {
               "capacity": {"cpu": "4", "memory": "1000"}, "allocatable": {"cpu": "4", "memory": "1000"}}},
             "nodeMetric": {"metadata": {"name": "n"}, "status": {
               "updateTime": "2026-03-01T09:59:30Z",
               "nodeMetric": {"systemUsage": {"resources": {"cpu": "0", "memory": "100500m"}}}}}}
            """;

    @Test
    void memoryIsShownAsCalculatedAndRoundedUpWhereItIsWritten() throws JsonProcessingException {
        JsonNode out = run("");

        assertThat(out.at("/items/kubernetes.io~1batch-memory/quantity").asText())
                .isEqualTo("899.5");
        assertThat(out.at("/node/allocatable/kubernetes.io~1batch-memory").asText())
                .isEqualTo("900");
    }

    @Test
    void aLimitThatIsReachedIsWhatWasCalculated() throws JsonProcessingException {
        JsonNode out = run(", \"batchMemoryThresholdPercent\": 50");

        assertThat(out.at("/items/kubernetes.io~1batch-memory/quantity").asText())
                .isEqualTo("500");
    }

    private static JsonNode run(String more) throws JsonProcessingException {
        return new BatchResourceSuite().run(Json.MAPPER.readTree(INPUT.formatted(more)));
    }
}
