package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.PodFacts;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WireReaderTest {

    private final WireReader reader = new WireReader();

    @Test
    void readsAsManyNodesAsAnyClusterHas() {
        assertThat(reader.arguments(names(100_000), unknown -> Optional.empty()).nodes())
                .hasSize(100_000);
    }

    @Test
    void takesAKnownPodFromTheCacheWhereverItsNameStands() {
        PodFacts known = Samples.batchPodFacts("p", 500, "1Gi");
        String body = "{\"NodeNames\":[\"a\",\"b\"],\"Pod\":{\"spec\":{\"name\":\"other\",\"x\":[{}]},\"metadata\":"
                + "{\"labels\":{\"uid\":\"other\"},\"uid\":\"uid-p\",\"name\":\"p\",\"namespace\":\"jobs\"}},\"Nodes\":null}";

        ExtenderArguments read = reader.arguments(
                bytes(body), name -> Optional.of(known).filter(pod -> name.equals(new PodName("uid-p", "jobs", "p"))));

        assertThat(read.pod()).isSameAs(known);
        assertThat(read.nodes()).containsExactly("a", "b");
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

        assertThatThrownBy(() -> reader.arguments(bytes(body.replace('\'', '"')), unknown -> Optional.empty()))
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
