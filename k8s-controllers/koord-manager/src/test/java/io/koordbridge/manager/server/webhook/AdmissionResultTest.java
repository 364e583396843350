package io.koordbridge.manager.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class AdmissionResultTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void anEqualObjectGivesAnEmptyPatch() throws JsonProcessingException {
        AdmissionResult result = AdmissionResult.changed(tree("{\"a\": [1]}"), tree("{\"a\": [1]}"));

        assertThat(result.isAllowed()).isTrue();
        assertThat(result.patch()).isEmpty();
    }

    @Test
    void aPatchOnlyAddsReplacesAndRemoves() throws JsonProcessingException {
        AdmissionResult result = AdmissionResult.changed(
                tree("{\"kept\": 1, \"old\": \"x\", \"changed\": 1}"),
                tree("{\"kept\": 1, \"moved\": \"x\", \"changed\": 2}"));

        assertThat(result.patch())
                .containsExactlyInAnyOrder(
                        tree("{\"op\": \"remove\", \"path\": \"/old\"}"),
                        tree("{\"op\": \"add\", \"path\": \"/moved\", \"value\": \"x\"}"),
                        tree("{\"op\": \"replace\", \"path\": \"/changed\", \"value\": 2}"));
    }

    private static JsonNode tree(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }
}
