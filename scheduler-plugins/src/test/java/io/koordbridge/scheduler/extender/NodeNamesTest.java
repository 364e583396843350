package io.koordbridge.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeNamesTest {

    private final NodeNames names = new NodeNames();

    private String of(String text) {
        return names.of(("x" + text + "y").toCharArray(), 1, text.length());
    }

    @Test
    void aNameIsTheSameTextEachTime() {
        List<String> first = new ArrayList<>();
        IntStream.range(0, 5_000).forEach(node -> first.add(of("node-" + node)));

        for (int node = 0; node < first.size(); node++) {
            assertThat(of("node-" + node)).isEqualTo("node-" + node).isSameAs(first.get(node));
        }
    }

    @Test
    void namesWithTheSameHashAreNotTheSame() {
        assertThat("Aa").hasSameHashCodeAs("BB");

        assertThat(of("Aa")).isEqualTo("Aa");
        assertThat(of("BB")).isEqualTo("BB");
        assertThat(of("Aa")).isEqualTo("Aa");
    }

    @Test
    void namesBeyondAllClustersAreReadAsWell() {
        IntStream.range(0, 25_000).forEach(node -> assertThat(of("n" + node)).isEqualTo("n" + node));
    }
}
