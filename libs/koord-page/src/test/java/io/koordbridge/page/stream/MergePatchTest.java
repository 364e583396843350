package io.koordbridge.page.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                          | {\"a\": 1}                   | {\"a\": 1}",
                "{\"a\": 1, \"b\": 2}        | {\"a\": 1, \"b\": 3}         | {\"b\": 3}",
                "{\"a\": 1}                  | {}                           | {\"a\": null}",
                "{\"a\": 1}                  | {\"a\": null}                | {\"a\": null}",
                "{}                          | {\"a\": null}                | {}",
                "{\"a\": {\"b\": 1, \"c\": 2}} | {\"a\": {\"b\": 1}}        | {\"a\": {\"c\": null}}",
                "{\"a\": {\"b\": 1}}         | {\"a\": {\"b\": 1}}          | {}",
                "{\"a\": [1, 2]}             | {\"a\": [1, 3]}              | {\"a\": [1, 3]}",
                "{\"a\": 1}                  | {\"a\": {\"b\": null}}       | {\"a\": {}}",
                "{}                          | {\"a\": {}}                  | {\"a\": {}}",
            })
    void saysWhatMakesOneDocumentTheOther(String before, String after, String patch) throws JsonProcessingException {
        assertThat(MergePatch.between(read(before), read(after))).isEqualTo(read(patch));
    }

    private static ObjectNode read(String text) throws JsonProcessingException {
        return (ObjectNode) JSON.readTree(text);
    }
}
