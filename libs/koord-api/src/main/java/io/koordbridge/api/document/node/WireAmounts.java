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
            JsonNode node = entry.getValue();
            if (node.isNull()) {
                continue;
            }
            String text = node.isValueNode() ? node.asText().trim() : node.toString();
            Optional<BigDecimal> amount = node.isTextual() || node.isNumber()
                    ? ExactQuantity.parse(text).map(ExactQuantity::amount)
                    : Optional.empty();
            boolean inRange = amount.isPresent()
                    && amount.get().signum() >= 0
                    && amount.get().compareTo(MOST_AMOUNT) <= 0;
            if (!inRange && problems.size() < MOST_PROBLEMS) {
                problems.add(new WireProblem(document, prefix + entry.getKey(), text, ALLOWED));
            }
            readable &= amount.isPresent();
            if (amount.isPresent() && amount.get().signum() >= 0) {
                amounts.put(entry.getKey(), inRange ? quantity(amount.get(), text) : new Quantity("" + MOST));
            }
        }
        return new Decoded<>(readable ? amounts : null, problems);
    }

    private static Quantity quantity(BigDecimal amount, String text) {
        return amount.signum() == 0 ? new Quantity("0") : new Quantity(text);
    }
}
