package io.koordbridge.colo.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.colo.answer.AnswerException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolsTest {
    private static final String CONFIG = """
            {"enable": true, "nodeConfigs": [
              {"name": "gpu", "nodeSelector": {"matchLabels": {"gpu": "yes"}}},
              {"name": "batch", "nodeSelector": {"matchExpressions": [{"key": "pool", "operator": "In", "values": ["b", "c"]}]}}]}
            """;
    private static final Map<String, Map<String, String>> LABELS = Map.of(
            "n1", Map.of("gpu", "yes"),
            "n2", Map.of("pool", "b"),
            "n3", Map.of("pool", "b", "gpu", "yes"),
            "n4", Map.of());

    @Test
    void aNodeIsInTheFirstPoolThatSelectsIt() {
        assertThat(Pools.nodes("gpu", CONFIG, LABELS)).containsExactlyInAnyOrder("n1", "n3");
        assertThat(Pools.nodes("batch", CONFIG, LABELS)).containsExactly("n2");
    }

    @Test
    void anUnknownPoolIsNamedBesideTheKnownOnes() {
        assertThatThrownBy(() -> Pools.nodes("cpu", CONFIG, LABELS))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining("no pool cpu")
                .hasMessageEndingWith("there is gpu, batch");
        assertThatThrownBy(() -> Pools.nodes("cpu", "", LABELS)).hasMessageEndingWith("there is none");
    }
}
