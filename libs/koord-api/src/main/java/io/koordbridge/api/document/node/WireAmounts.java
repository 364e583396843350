package io.koordbridge.api.document.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The amounts of a document, by resource. One that is negative is left out, one beyond {@link #MOST} counts as that. */
@PureCore
final class WireAmounts {

    /** More cores, bytes or cards than exist. */
    static final long MOST = 1L << 53;

    private static final int MOST_PROBLEMS = 5;
    private static final BigDecimal MOST_AMOUNT = BigDecimal.valueOf(MOST);
    private static final String ALLOWED = "a quantity such as 2, 500m or 4Gi, from 0 to " + MOST;

    private WireAmounts() {}

    /** Without a value where one of the amounts is not a quantity. */
    static Decoded<Map<String, Quantity>> read(String document, String prefix, Map<String, JsonNode> tree) {
        Map<String, Quantity> amounts = new TreeMap<>();
        List<WireProblem> problems = new ArrayList<>();
        boolean readable = true;
        for (Map.Entry<String, JsonNode> entry : tree.entrySet()) {
            if (entry.getValue().isNull()) {
                continue;
            }
            String text = text(entry.getValue());
            Optional<BigDecimal> amount = amount(entry.getValue(), text);
            boolean inRange = amount.filter(WireAmounts::isPossible).isPresent();
            if (!inRange && problems.size() < MOST_PROBLEMS) {
                problems.add(new WireProblem(document, prefix + entry.getKey(), text, ALLOWED));
            }
            readable &= amount.isPresent();
            amount.filter(found -> found.signum() >= 0)
                    .ifPresent(found -> amounts.put(entry.getKey(), quantity(found, text)));
        }
        return new Decoded<>(readable ? amounts : null, problems);
    }

    private static String text(JsonNode node) {
        return node.isValueNode() ? node.asText().trim() : node.toString();
    }

    private static Optional<BigDecimal> amount(JsonNode node, String text) {
        return node.isTextual() || node.isNumber()
                ? ExactQuantity.parse(text).map(ExactQuantity::amount)
                : Optional.empty();
    }

    private static boolean isPossible(BigDecimal amount) {
        return amount.signum() >= 0 && amount.compareTo(MOST_AMOUNT) <= 0;
    }

    private static Quantity quantity(BigDecimal amount, String text) {
        if (amount.signum() == 0) {
            return new Quantity("0");
        }
        return new Quantity(isPossible(amount) ? text : MOST_AMOUNT.toPlainString());
    }
}
