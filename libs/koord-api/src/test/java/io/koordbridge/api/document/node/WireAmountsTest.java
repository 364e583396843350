package io.koordbridge.api.document.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WireAmountsTest {

    @Test
    void keepsTextsAndNumbersAndSkipsNull() {
        Map<String, JsonNode> tree =
                Map.of("cpu", TextNode.valueOf(" 500m "), "memory", IntNode.valueOf(7), "x", NullNode.getInstance());

        assertThat(WireAmounts.read("d", "", tree))
                .isEqualTo(Decoded.of(Map.of("cpu", new Quantity("500m"), "memory", new Quantity("7"))));
    }

    @Test
    void namesAnAmountWithItsRange() {
        Map<String, JsonNode> tree = Map.of("cpu", TextNode.valueOf("-1"));

        assertThat(WireAmounts.read("d", "resources.", tree).value()).isEmpty();
        assertThat(WireAmounts.read("d", "resources.", tree).problems())
                .containsExactly(new WireProblem(
                        "d", "resources.cpu", "-1", "a quantity such as 2, 500m or 4Gi, from 0 to 9007199254740992"));
    }
}
