package io.koordbridge.api.document.node;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Amounts of batch resources that a node can have. */
@PureCore
final class BatchRange {

    private static final long MOST = 1L << 53;
    private static final List<String> NAMES = List.of(ResourceNames.BATCH_CPU, ResourceNames.BATCH_MEMORY);

    private BatchRange() {}

    /**
     * Amounts out of range.
     *
     * @param path of the list inside the document
     */
    static List<WireProblem> problems(String document, String path, Map<String, Quantity> resources) {
        List<WireProblem> problems = new ArrayList<>();
        for (String name : NAMES) {
            Quantity quantity = resources.get(name);
            BigDecimal amount = quantity == null ? BigDecimal.ZERO : Quantities.decimal(quantity);
            if (amount.signum() < 0 || amount.compareTo(BigDecimal.valueOf(MOST)) > 0) {
                problems.add(new WireProblem(document, path + name, String.valueOf(quantity), "0 to " + MOST));
            }
        }
        return problems;
    }
}
