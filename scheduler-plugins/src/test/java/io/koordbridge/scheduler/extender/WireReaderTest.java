package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireReaderTest {

    private final WireReader reader = new WireReader(16_000_000);

    @Test
    void readsAsManyNodesAsAnyClusterHas() {
        assertThat(reader.arguments(names(100_000)).nodes().names()).hasSize(100_000);
        assertThatThrownBy(() -> reader.arguments(names(100_001)))
                .isInstanceOf(BadRequestException.class)
                .hasMessage("100001 nodes, allowed are 100000");
    }

    @Test
    void buildsNoTreeThatWouldFillTheHeap() {
        assertThatThrownBy(() -> reader.arguments(names(800_000)))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("Token count (800001) exceeds the maximum allowed (800000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{'containers':{}} | Pod.spec.containers = {}, allowed: an array",
                "{'containers':[{'resources':{'requests':7}}]} | Pod.spec.containers[0].resources.requests = 7, allowed: an object",
                "{'containers':[null]} | containers is null, or one of them",
            })
    void saysWhatOfAPodItCannotRead(String spec, String words) {
        String body = "{'Pod':{'metadata':{'name':'p'},'spec':" + spec + "},'NodeNames':[]}";

        assertThatThrownBy(() -> reader.arguments(bytes(body.replace('\'', '"'))))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining(words);
    }

    @Test
    void showsNoMoreOfANameThanSomebodyReads() {
        assertThatThrownBy(() -> reader.bindRequest(
                        bytes("{\"PodNamespace\":\"" + "X\\n".repeat(1_000) + "\",\"PodName\":\"p\"}")))
                .isInstanceOf(BadRequestException.class)
                .hasMessageStartingWith("field PodNamespace = \"X\\nX")
                .hasMessageEndingWith("... is no name of an object")
                .hasMessageNotContaining("\n");
    }

    private static byte[] names(int count) {
        return bytes("{\"Pod\":{\"metadata\":{\"name\":\"p\"}},\"NodeNames\":["
                + String.join(",", Collections.nCopies(count, "\"a\"")) + "]}");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
