package io.koordbridge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.testkit.conformance.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\":1}|{\"a\":1.0}|true",
                "{\"a\":1}|{\"a\":2}|false",
                "{\"a\":0.1}|{\"a\":0.10000000000001}|true",
                "{\"a\":0.1}|{\"a\":0.1001}|false",
                "{\"a\":1000000000000}|{\"a\":1000000000001}|false",
                "{\"a\":null}|{}|true",
                "{}|{\"a\":1}|false",
                "{\"a\":[1,2]}|{\"a\":[2,1]}|false",
                "{\"a\":\"x\"}|{\"a\":\"y\"}|false"
            })
    void comparesByValueNotBySpelling(String left, String right, boolean same) throws JsonProcessingException {
        JsonNode expect = Json.MAPPER.readTree(left);
        JsonNode actual = Json.MAPPER.readTree(right);

        assertThat(Json.difference(expect, actual, 1e-9).isEmpty()).isEqualTo(same);
    }
}
