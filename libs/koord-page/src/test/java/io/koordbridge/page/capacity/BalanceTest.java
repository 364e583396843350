package io.koordbridge.page.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.answers.NodesAnswer.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BalanceTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void aSurplusOfOneNodeNeverPaysForTheExcessOfAnother() {
        assertThat(Balance.cpu(List.of(node("a", 10L), node("b", 1L), node("c", null))))
                .isEqualTo(new Balance(5L, 4L, 1, List.of("b")));
    }

    @Test
    void isNotKnownWithoutAnOrigin() {
        assertThat(Balance.memory(List.of(node("a", 10L)))).isEqualTo(new Balance(null, null, 0, List.of()));
    }

    @Test
    void namesThreeOfTheOverGrantedNodes() {
        Balance balance = Balance.cpu(List.of(node("a", 1L), node("b", 1L), node("c", 1L), node("d", 1L)));

        assertThat(balance.over()).isEqualTo(4);
        assertThat(balance.named()).containsExactly("a", "b", "c");
    }

    private static Node node(String name, @Nullable Long originMilli) {
        return JSON.convertValue(
                JSON.createObjectNode()
                        .put("name", name)
                        .put("state", "STEADY")
                        .put("verdict", "OK")
                        .put("originCpuMilli", originMilli)
                        .put("podsCpuMilli", 3)
                        .put("leaseCpuMilli", 2),
                Node.class);
    }
}
